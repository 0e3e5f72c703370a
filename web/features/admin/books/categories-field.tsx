import type { ComponentProps } from 'react'
import { CATEGORIES, parseCategories } from '#contracts/categories.ts'
import { ToggleButtons } from '#web/features/admin/kit/form/toggle-buttons.tsx'
import { TextField } from '#web/ui/field.tsx'

/** Categories as comma-separated text, with buttons for those that readers can filter by. */
export function CategoriesField({
  text,
  onChange,
  error,
  ...input
}: { text: string; onChange: (text: string) => void; error?: string | undefined } & Pick<
  ComponentProps<'input'>,
  'name' | 'onBlur' | 'ref'
>) {
  const chosen = parseCategories(text)
  const unknown = chosen.filter((name) => !CATEGORIES.some((known) => known === name))
  return (
    <div>
      <TextField
        label="Categories"
        required
        autoComplete="off"
        hint={unknown.length > 0 ? unknownHint(unknown) : 'Separate several with commas, or tap them below.'}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        {...input}
      />
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Categories that readers can filter by</legend>
        <ToggleButtons names={CATEGORIES} chosen={chosen} onChange={(names) => onChange(names.join(', '))} />
      </fieldset>
    </div>
  )
}

function unknownHint(names: string[]) {
  const quoted = names.map((name) => `“${name}”`).join(' and ')
  return `${quoted} ${names.length === 1 ? 'is' : 'are'} accepted, but readers won’t find ${names.length === 1 ? 'it' : 'them'} in the shop’s filter.`
}
