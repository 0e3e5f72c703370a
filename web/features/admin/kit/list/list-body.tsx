import type { ReactNode } from 'react'
import { FailedList, LoadingList } from './list-states.tsx'
import { ShowMore } from './show-more.tsx'
import type { AdminList } from './use-admin-list.ts'

/** A list as far as it has been read, or what there is instead. While it is read anew, the old items stay. */
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
  /** Stands there when nothing was found */
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
