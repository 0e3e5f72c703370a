import { type ReactNode, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { AdminList } from './use-admin-list.ts'
import { controlOf } from './use-list-place.ts'

/** Body of a list: the loaded items, or the loading, failed or empty state. During a reload the previous items stay visible. */
export function ListBody<Item>({
  list,
  label,
  many,
  empty,
  children,
}: {
  list: AdminList<Item>
  label: string
  many: string
  /** Displayed when the list is empty */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}) {
  const { status, items, next, loadingMore, loadMore, reload } = list
  if (status === 'failed') return <FailedList many={many} onRetry={reload} />
  if (items.length === 0 && next !== undefined)
    return loadingMore ? <LoadingList /> : <FailedList many={many} onRetry={() => void loadMore()} />
  if (items.length === 0) return status === 'loading' ? <LoadingList /> : empty
  return (
    <section aria-label={label} aria-busy={status === 'loading'} className="@container aria-busy:opacity-60">
      {children(items)}
      <ShowMore list={list} />
    </section>
  )
}

function ShowMore<Item>({ list: { items, total, next, loadingMore, loadMore } }: { list: AdminList<Item> }) {
  const box = useRef<HTMLDivElement>(null)

  async function showMore() {
    const rows = box.current?.previousElementSibling
    const before = rows?.children.length ?? 0
    await loadMore()
    // The focus moves to the first new row only if it is still on the “Show more” button or was lost because the button was disabled or
    // removed.
    const isFree = document.activeElement === document.body || box.current?.contains(document.activeElement)
    const first = rows?.children[before]
    if (isFree && first) focusNew(first as HTMLElement)
  }

  if (next === undefined) return null
  return (
    <div ref={box} className="mt-6 flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
      <p className="text-base text-soft tabular-nums">
        {items.length.toLocaleString('en')} of {total.toLocaleString('en')} shown
      </p>
      <Button variant="outline" size="small" busy={loadingMore} onClick={() => void showMore()}>
        Show more
      </Button>
    </div>
  )
}

function focusNew(row: HTMLElement) {
  const target = controlOf(row) ?? row
  if (target === row) row.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** CSS classes of a box displayed in place of a list */
export const BOX = 'border-rule border-t py-12 text-center'

export function LoadingList() {
  return (
    <div className={BOX}>
      <p role="status" className="text-soft">
        Loading
      </p>
    </div>
  )
}

export function FailedList({ many, onRetry }: { many: string; onRetry: () => void }) {
  return (
    <div className={BOX}>
      <p className="mb-5">The {many} could not be loaded. Check the connection and try again.</p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
