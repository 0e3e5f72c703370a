import type { ListResult } from '#web/lib/api/list-or-empty.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { AwaitList } from '#web/ui/deferred.tsx'

/** Number of items found, announced when it changes. */
export function CountLine({ page, one, many }: { page: Promise<ListResult<unknown>>; one: string; many: string }) {
  return (
    <p role="status" className="min-h-7 font-semibold text-base tabular-nums">
      <AwaitList list={page} meanwhile={null}>
        {({ total }) => countText(total, one, many)}
      </AwaitList>
    </p>
  )
}

/** Formats a count: "1 book found", "0 books found", "1,204 books found". */
export function countText(total: number, one: string, many: string): string {
  return `${pluralize(total, one, many)} found`
}
