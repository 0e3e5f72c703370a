import SearchIcon from 'lucide-react/icons/search'
import { type FormEvent, useRef } from 'react'
import type { PageSearch as Search } from '#web/lib/use-page-search.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { Marked } from './marked.tsx'

/**
 * Search form for a book, which lists the pages with matches. `data-autofocus` marks the element to focus first: the search field, or the
 * match on the displayed page.
 */
export function PageSearch({
  search: { found, words, busy, outcome, search },
  shownPage,
  onOpen,
}: {
  search: Search
  /** Number of the displayed page, if the book is already open */
  shownPage?: number
  onOpen: (page: number) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  const shown = found?.hits.find(({ page }) => page === shownPage)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    search(String(new FormData(event.currentTarget).get('q')))
  }

  /** Searches for the suggested spelling and focuses the search field, since the pressed button is removed. */
  function searchInstead(suggestion: string) {
    if (field.current) field.current.value = suggestion
    field.current?.focus()
    search(suggestion)
  }

  return (
    <>
      <search>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3 pb-4">
          {/* With large text the button wraps below the field. */}
          <Field label="Words to find" className="min-w-0 flex-[1_1_10rem]">
            {({ className, ...control }) => (
              <input
                {...control}
                ref={field}
                type="search"
                name="q"
                dir="auto"
                required
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
                defaultValue={words}
                data-autofocus={shown ? undefined : true}
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
        {outcome}
      </p>
      {found?.suggestion && (
        <p className="pt-1 text-base">
          Did you mean{' '}
          <button type="button" className="text-link target" onClick={() => searchInstead(found.suggestion ?? '')}>
            {found.suggestion}
          </button>
          ?
        </p>
      )}
      {found && found.hits.length > 0 && (
        <ol className="grid gap-1 py-3">
          {found.hits.map((hit) => (
            <li key={hit.page}>
              <button
                type="button"
                onClick={() => onOpen(hit.page)}
                aria-current={hit === shown ? 'page' : undefined}
                data-autofocus={hit === shown || undefined}
                className="-mx-3 grid min-h-11 w-[calc(100%+1.5rem)] grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-control px-3 py-2 text-left text-base leading-snug hover:bg-paper-2 aria-[current]:bg-paper-2"
              >
                <span className="font-semibold text-lamp-deep tabular-nums">Page {hit.page}</span>
                <span dir="auto" className="[overflow-wrap:anywhere]">
                  <Marked text={hit.text} />
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
