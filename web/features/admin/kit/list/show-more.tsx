import { Button } from '#web/ui/button.tsx'
import type { AdminList } from './use-admin-list.ts'

export function ShowMore<Item>({ list: { items, total, next, loadingMore, loadMore } }: { list: AdminList<Item> }) {
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
