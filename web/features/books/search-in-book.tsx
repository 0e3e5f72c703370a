import SearchIcon from 'lucide-react/icons/search'
import { type FormEvent, useState } from 'react'
import { withPath } from '#contracts/media-url.ts'
import type { PageHits } from '#contracts/page-search.ts'
import { fetchBookFileUrl, type ReadablePart } from '#web/lib/access/item-file.ts'
import { ApiError, type CatalogueBook } from '#web/lib/api/api.ts'
import { pluralize } from '#web/lib/plural.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Marked } from '#web/ui/marked.tsx'

/**
 * Finds words in the book, or in its preview for who doesn't have it, and opens it where they stand.
 * @param part what of the book this browser may read
 */
export function SearchInBook({ book, part, onOpen }: { book: CatalogueBook; part: ReadablePart; onOpen: (page: number) => void }) {
  const [found, setFound] = useState<PageHits>()
  const [failure, setFailure] = useState('')
  const { busy, run } = useAction(
    async (q: string) => {
      setFailure('')
      setFound(await searchPages(await fetchBookFileUrl(book, part), q))
    },
    (error) => {
      const hasNoText = error instanceof ApiError && error.problem.code === 'no_pages'
      if (!hasNoText) console.error(error)
      setFound(undefined)
      setFailure(hasNoText ? 'This book’s text can’t be searched.' : 'The search failed. Try again.')
    },
  )

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    if (q && !busy) void run(q)
  }

  return (
    <Disclosure
      title={part === 'preview' ? 'Search in the first pages' : 'Search in this book'}
      className="mt-8 max-w-[68ch] border-rule border-y noscript:hidden"
    >
      <search>
        <form onSubmit={search} className="flex items-end gap-3 pb-4">
          <Field label="Words to find" className="min-w-0 flex-1">
            {({ className, ...control }) => (
              <input
                {...control}
                type="search"
                name="q"
                required
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
                className={`${className} min-h-12 py-2.5`}
              />
            )}
          </Field>
          <Button type="submit" variant="outline" busy={busy} aria-label="Find">
            {!busy && <SearchIcon aria-hidden className="size-5" />}
          </Button>
        </form>
      </search>
      <p role="status" className="text-base text-soft empty:hidden">
        {failure || (found && describe(found))}
      </p>
      {found && found.hits.length > 0 && (
        <ol className="grid gap-1 py-3">
          {found.hits.map(({ page, text }) => (
            <li key={page}>
              <button
                type="button"
                onClick={() => onOpen(page)}
                className="-mx-3 grid min-h-11 w-[calc(100%+1.5rem)] grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-control px-3 py-2 text-left text-base leading-snug hover:bg-paper-2"
              >
                <span className="font-semibold text-lamp-deep tabular-nums">Page {page}</span>
                <span dir="auto" className="[overflow-wrap:anywhere]">
                  <Marked text={text} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Disclosure>
  )
}

function describe({ hits, total, isComplete }: PageHits): string {
  const count =
    total === 0
      ? 'Nothing found.'
      : `Found on ${pluralize(total, 'page')}${hits.length < total ? `, of which the first ${hits.length}:` : ':'}`
  return isComplete ? count : `${count} Some pages are still being read; search again in a moment.`
}

async function searchPages(file: string, q: string): Promise<PageHits> {
  const response = await fetch(withPath(file, `/pages/search?${new URLSearchParams({ q })}`))
  if (response.ok) return response.json() as Promise<PageHits>
  throw new ApiError(await response.json())
}
