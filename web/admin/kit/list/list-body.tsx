import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { AdminList } from './use-admin-list.ts'

/** The loaded part of a list, or its loading, failed or empty state. During a reload the previous items stay visible. */
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
  /** Displayed when nothing was found */
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}) {
  const { status, items, reload } = list
  if (status === 'failed') return <FailedList many={many} onRetry={reload} />
  if (items.length === 0) return status === 'loading' ? <LoadingList /> : empty
  return (
    <section aria-label={label} aria-busy={status === 'loading'} className="@container aria-busy:opacity-60">
      {children(items)}
      <ShowMore list={list} />
    </section>
  )
}

function ShowMore<Item>({ list: { items, total, next, loadingMore, loadMore } }: { list: AdminList<Item> }) {
  if (next === undefined) return null
  return (
    <div className="mt-6 flex flex-wrap items-center justify-center gap-x-5 gap-y-3">
      <p className="text-base text-soft tabular-nums">
        {items.length.toLocaleString('en')} of {total.toLocaleString('en')} shown
      </p>
      <Button variant="outline" size="small" busy={loadingMore} onClick={loadMore}>
        Show more
      </Button>
    </div>
  )
}

/** Box displayed in place of a list */
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
