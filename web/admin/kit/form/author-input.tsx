import { useId } from 'react'
import type { Author } from '#contracts/catalogue/author.ts'
import { adminApi } from '#web/admin/kit/api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { TextField } from '#web/ui/field.tsx'
import type { InputProps } from './use-item-form.ts'

const DEBOUNCE_MS = 250
const SUGGESTIONS = 20

/** Input for an author's name, with suggestions of authors that have an author page. Other names are accepted too. */
export function AuthorInput({ name, field: { label }, state }: InputProps) {
  const id = useId()
  const text = String(state.form.watch(name) ?? '')
  const found = useAuthors({ q: text.trim(), limit: SUGGESTIONS })
  const own = useAuthors({ name: text.trim(), limit: 1 })
  const isNew = own !== undefined && own.length === 0 && text.trim() !== ''
  return (
    <div>
      <TextField
        label={label}
        required
        list={id}
        autoComplete="off"
        hint={
          <>
            {isNew && 'No author page has this name yet. '}
            <a href="/admin/authors/new" target="_blank" rel="noreferrer" className="text-link">
              New author
            </a>
          </>
        }
        {...state.field(name)}
      />
      <datalist id={id}>
        {found
          ?.filter((author) => author.name !== text)
          .map((author) => (
            <option key={author.id} value={author.name} />
          ))}
      </datalist>
    </div>
  )
}

/** Returns the authors that match a query; undefined until they are loaded, or if the request fails. */
export function useAuthors(query: { q?: string; name?: string; limit: number }): Author[] | undefined {
  const { current } = useFetched(useSettled(JSON.stringify(query), DEBOUNCE_MS), (signal) => adminApi.listAuthors(query, { signal }))
  return typeof current === 'string' ? undefined : current.items
}
