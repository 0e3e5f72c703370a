import SearchIcon from 'lucide-react/icons/search'
import { Form, Link } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { KINDS, type Search, searchUrl } from './search-library.ts'

const KIND =
  'inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-base ring-1 ring-edge ring-inset hover:ring-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper aria-[current=page]:ring-ink'

/** Search box with filters by kind of result, as a plain form and links, which work without scripts. */
export function SearchForm({ search }: { search: Search }) {
  return (
    <search>
      <Form action="/search" className="flex items-end gap-3">
        <Field label="Search books, episodes and everything else" className="min-w-0 flex-1">
          {({ className, ...control }) => (
            <div className="relative">
              <SearchIcon aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-soft max-sm:hidden" />
              <input
                {...control}
                // The search field is reset when Back, Forward or a filter link changes the query.
                key={search.q}
                type="search"
                name="q"
                defaultValue={search.q}
                placeholder="Title, name or words"
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
                className={`${className} min-h-12 py-2.5 sm:pl-11`}
              />
            </div>
          )}
        </Field>
        {search.kind && <input type="hidden" name="kind" value={search.kind} />}
        <Button type="submit" variant="solid" className="max-sm:px-3.5">
          <SearchIcon aria-hidden className="size-5 sm:hidden" />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </Form>
      {search.q && (
        <nav aria-label="Narrow the search">
          <ul className="mt-5 flex flex-wrap gap-2">
            <li>
              <Link to={searchUrl({ ...search, kind: undefined })} aria-current={search.kind ? undefined : 'page'} className={KIND}>
                Everything
              </Link>
            </li>
            {Object.entries(KINDS).map(([kind, { many }]) => (
              <li key={kind}>
                <Link
                  to={searchUrl({ ...search, kind: kind as keyof typeof KINDS })}
                  aria-current={kind === search.kind ? 'page' : undefined}
                  className={KIND}
                >
                  {many}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </search>
  )
}
