import Search from 'lucide-react/icons/search'
import { useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { ALL_CATEGORIES, CATEGORIES } from '#contracts/catalogue/categories.ts'
import { languageName } from '#contracts/catalogue/language-names.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import { type Filters, readFilters, SORTS, writeFilters } from './filters.ts'

/** CSS classes with the layout of the fields on phones. Each takes two rows, so that more of the list is on the first screen. */
const ONE_FILTER = {
  search: 'max-md:basis-full',
  filter:
    'max-md:flex max-md:min-w-[min(11rem,100%)] max-md:flex-1 max-md:items-center max-md:gap-3 max-md:[&>label]:mb-0 max-md:[&>select]:min-w-0',
}
const TWO_FILTERS = {
  search: 'max-md:min-w-[min(9rem,100%)] max-md:grow max-md:basis-[calc(100%-8rem)]',
  filter: 'max-md:order-1 max-md:min-w-[min(8rem,100%)] max-md:flex-1 max-md:[&>label]:sr-only',
}

/**
 * Search box with filters by category and language. Without scripts a plain form; with scripts the list updates while the visitor types. A
 * list in one language has no filter by language.
 */
export function CatalogueFilters({
  filters,
  languages,
  isSortable,
  label,
  placeholder,
}: {
  filters: Filters
  /** Languages of the list's items */
  languages: string[]
  /** Whether the list can be sorted, and limited to free items */
  isSortable: boolean
  label: string
  placeholder: string
}) {
  const { form, apply, applySoon, revealResults } = useLiveFilters(filters)
  // A language that no item has is offered too while it is chosen, so that the form describes the list.
  const offered = [...new Set([...languages, ...(filters.language ? [filters.language] : [])])]
  const hasLanguages = offered.length > 1 || filters.language !== ''
  const sortId = useId()
  const layout = hasLanguages ? TWO_FILTERS : ONE_FILTER
  return (
    <search>
      <form
        ref={form}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          apply()
        }}
        className={classNames(
          '-scroll-mt-5 flex flex-wrap items-end gap-3 md:grid md:gap-4',
          hasLanguages
            ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_minmax(0,10.5rem)_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_minmax(0,12rem)_auto]'
            : 'md:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_auto]',
        )}
      >
        <Field label={label} className={layout.search}>
          {({ className, ...control }) => (
            <div className="relative">
              <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-soft" />
              <input
                {...control}
                type="search"
                name="q"
                defaultValue={filters.q}
                placeholder={placeholder}
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
                onInput={() => {
                  revealResults()
                  applySoon()
                }}
                className={`${className} min-h-12 py-2.5 pl-11`}
              />
            </div>
          )}
        </Field>
        <SelectField
          label="Category"
          name="category"
          defaultValue={filters.category || ALL_CATEGORIES}
          onChange={apply}
          className={layout.filter}
        >
          {[ALL_CATEGORIES, ...CATEGORIES].map((name) => (
            <option key={name} value={name}>
              {hasLanguages && name === ALL_CATEGORIES ? 'All categories' : name}
            </option>
          ))}
        </SelectField>
        {hasLanguages && (
          <SelectField label="Language" name="language" defaultValue={filters.language} onChange={apply} className={layout.filter}>
            <option value="">All languages</option>
            {offered.map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)}
              </option>
            ))}
          </SelectField>
        )}
        <Button type="submit" variant="solid" className="max-md:px-4">
          Search
        </Button>
        {isSortable && (
          // On phones the row would push the first covers below the screen, so it is shown there only while it describes the list.
          <div
            className={classNames(
              'flex flex-wrap items-center justify-between gap-x-6 max-md:order-2 max-md:basis-full md:col-span-full md:justify-end',
              !filters.price && !filters.sort && 'max-md:hidden',
            )}
          >
            <label className="flex min-h-11 items-center gap-2.5 font-semibold text-base">
              <input
                type="checkbox"
                name="price"
                value="free"
                defaultChecked={filters.price === 'free'}
                onChange={apply}
                className="size-5 accent-lamp-deep"
              />
              Free only
            </label>
            <div className="flex min-w-0 items-center gap-2.5 text-base">
              <label htmlFor={sortId} className="font-semibold max-md:sr-only">
                Sort by
              </label>
              <select
                id={sortId}
                name="sort"
                defaultValue={filters.sort}
                onChange={apply}
                className="select-arrow min-h-11 min-w-0 truncate rounded-control bg-transparent py-2 pr-9 pl-2"
              >
                <option value="">{filters.q ? 'Best matches first' : 'Best-selling first'}</option>
                {Object.entries(SORTS).map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </div>
          </div>
        )}
      </form>
    </search>
  )
}

const PAUSE_MS = 250
const RESULTS_PX = 240

/**
 * Filters a list while the visitor types. After a short pause, the form's values are written to the URL, replacing the history entry. The
 * router drops outdated responses.
 */
function useLiveFilters(filters: Filters) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const shown = writeFilters(filters)
  const sent = useRef(shown)

  function apply() {
    clearTimeout(timer.current)
    if (!form.current) return
    const search = writeFilters(valuesOf(form.current))
    if (search === sent.current) return
    sent.current = search
    navigate({ search }, { replace: true, preventScrollReset: true })
  }

  function applySoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, PAUSE_MS)
  }

  /** Scrolls the form to the top of the window if its results have little room below, such as above a phone's keyboard. */
  function revealResults() {
    const { height } = window.visualViewport ?? { height: window.innerHeight }
    if (form.current && form.current.getBoundingClientRect().bottom > height - RESULTS_PX) form.current.scrollIntoView({ block: 'start' })
  }

  // The form is updated when Back, Forward or a link changes the URL, but not when the form itself has written the URL.
  useEffect(() => {
    if (!form.current || shown === sent.current) return
    sent.current = shown
    write(form.current, filters)
  }, [shown, filters])

  // Applies filters entered before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    apply()
    return () => clearTimeout(timer.current)
  }, [])

  return { form, apply, applySoon, revealResults }
}

function valuesOf(form: HTMLFormElement): Filters {
  return readFilters(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])))
}

function write(form: HTMLFormElement, { q, category, language, price, sort }: Filters) {
  const fields = form.elements as unknown as { q: HTMLInputElement; category: HTMLSelectElement } & Partial<{
    language: HTMLSelectElement
    price: HTMLInputElement
    sort: HTMLSelectElement
  }>
  fields.q.value = q
  fields.category.value = category || 'All'
  if (fields.language) fields.language.value = language
  if (fields.price) fields.price.checked = price === 'free'
  if (fields.sort) fields.sort.value = sort
}
