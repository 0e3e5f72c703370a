import Search from 'lucide-react/icons/search'
import type { RefObject } from 'react'
import { ALL_CATEGORIES, CATEGORIES } from '#contracts/categories.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'
import type { Filters } from './filters.ts'

/** Search box and category. Without scripts it is a plain form; with them the list follows the typing. */
export function CatalogueFilters({
  form,
  filters,
  label,
  placeholder,
  onType,
  onApply,
}: {
  form: RefObject<HTMLFormElement | null>
  filters: Filters
  label: string
  placeholder: string
  onType: () => void
  onApply: () => void
}) {
  return (
    <search>
      <form
        ref={form}
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          onApply()
        }}
        className="grid items-end gap-x-4 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,15rem)_auto] lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)_auto]"
      >
        <Field label={label}>
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
                onInput={onType}
                className={`${className} min-h-12 py-2.5 pl-11`}
              />
            </div>
          )}
        </Field>
        <SelectField label="Category" name="category" defaultValue={filters.category || ALL_CATEGORIES} onChange={onApply}>
          {[ALL_CATEGORIES, ...CATEGORIES].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button type="submit" variant="solid">
          Search
        </Button>
      </form>
    </search>
  )
}
