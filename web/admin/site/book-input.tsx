import { type ComponentProps, useId } from 'react'
import { adminApi } from '#web/admin/kit/api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { TextField } from '#web/ui/field.tsx'

const DEBOUNCE_MS = 250
const SUGGESTIONS = 10

type Props = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'error'> & {
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** Input for the address of a book, with suggestions of the books whose titles match the text. The hint is the title of the book. */
export function BookInput({ value, hint, ...field }: Props) {
  const id = useId()
  const text = useSettled(value.trim(), DEBOUNCE_MS)
  const { current } = useFetched(text, async (signal) => {
    const query = text ? { q: text.replaceAll('-', ' '), limit: SUGGESTIONS } : { limit: SUGGESTIONS }
    return (await adminApi.listBooks(query, { signal }, '/admin/books')).items
  })
  const found = typeof current === 'string' ? [] : current
  const chosen = found.find(({ slug }) => slug === value.trim())
  return (
    <>
      <TextField
        {...field}
        value={value}
        hint={chosen?.title ?? hint ?? 'Type a title and choose the book.'}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={id}>
        {found.map(({ slug, title, author }) => (
          <option key={slug} value={slug}>
            {title}, {author}
          </option>
        ))}
      </datalist>
    </>
  )
}
