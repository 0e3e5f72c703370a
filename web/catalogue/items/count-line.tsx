import type { ListResult } from '#web/lib/api/list-or-empty.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { AwaitList } from '#web/ui/deferred.tsx'

type Titled = { title?: string | string[]; language?: string | null }

/**
 * Number of items found. The count and the first title are announced when they change, since another list may have an equal count. Empty if
 * the list could not be fetched.
 */
export function CountLine({ page, one, many }: { page: Promise<ListResult<Titled>>; one: string; many: string }) {
  return (
    <div role="status" className="min-h-7 font-semibold text-base tabular-nums">
      <AwaitList list={page} meanwhile={null}>
        {({ total, failed, items: [first] }) => (
          <>
            <p>{!failed && countText(total, one, many)}</p>
            {first?.title && (
              <p className="sr-only">
                First: <span lang={first.language ?? undefined}>{[first.title].flat().join('')}</span>
              </p>
            )}
          </>
        )}
      </AwaitList>
    </div>
  )
}

/** Formats a count: "1 book found", "0 books found", "1,204 books found". */
export function countText(total: number, one: string, many: string): string {
  return `${pluralize(total, one, many)} found`
}
