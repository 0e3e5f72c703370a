import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { type Ref, useId } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { CATEGORIES, parseCategories } from '#contracts/catalogue/categories.ts'
import { classNames } from '#web/lib/class-names.ts'
import { FieldError, TextField } from '#web/ui/field.tsx'
import type { InputProps } from './use-item-form.ts'

/** Input for comma-separated categories, with buttons for the categories that visitors can filter by. */
export function CategoriesInput({ name, field: { label }, state: { form } }: InputProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const { value, onChange, ...input } = field
  const text = [value].flat().join(', ')
  const chosen = parseCategories(text)
  const unknown = chosen.filter((category) => !CATEGORIES.some((known) => known === category))
  return (
    <div className="sm:col-span-2">
      <TextField
        label={label}
        required
        autoComplete="off"
        hint={unknown.length > 0 ? unknownHint(unknown) : 'Separate several with commas, or tap them below.'}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        error={fieldState.error?.message}
        {...input}
      />
      <fieldset className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Categories that readers can filter by</legend>
        <ToggleButtons names={CATEGORIES} chosen={chosen} onChange={(names) => onChange(names.join(', '))} />
      </fieldset>
    </div>
  )
}

const listing = new Intl.ListFormat('en')

function unknownHint(names: string[]) {
  const quoted = listing.format(names.map((name) => `“${name}”`))
  return `${quoted} ${names.length === 1 ? 'is' : 'are'} accepted, but readers won’t find ${names.length === 1 ? 'it' : 'them'} in the shop’s filter.`
}

/** Buttons for the predefined categories. */
export function KnownCategoriesInput({ name, field: { label }, state: { form } }: InputProps) {
  return <CategoryChoice control={form.control} name={name} label={label} className="scroll-mb-24 sm:col-span-2" />
}

/** Category selection with one toggle button for each of `names` and for each category that is already selected. */
export function CategoryChoice<Input extends FieldValues, Output>({
  control,
  name,
  label,
  names: offered = CATEGORIES,
  className,
}: {
  control: Control<Input, unknown, Output>
  name: Path<Input>
  label: string
  names?: readonly string[]
  className?: string
}) {
  const { field, fieldState } = useController({ control, name })
  const errorId = useId()
  const error = fieldState.error?.message
  const chosen: string[] = [field.value].flat()
  // An item may have a category that is not in the predefined list; its button remains until the category is removed.
  const names = [...new Set([...offered, ...chosen])]
  return (
    <fieldset data-invalid={error ? '' : undefined} className={className}>
      <legend className="mb-1.5 font-semibold text-base">{label}</legend>
      <div className="flex flex-wrap gap-2">
        <ToggleButtons names={names} chosen={chosen} onChange={field.onChange} firstRef={field.ref} describedBy={error && errorId} />
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

/** Toggle buttons for selecting names. `firstRef` is the ref of the first button, which is focused when the selection is invalid. */
function ToggleButtons({
  names,
  chosen,
  onChange,
  firstRef,
  describedBy,
}: {
  names: readonly string[]
  chosen: string[]
  onChange: (names: string[]) => void
  firstRef?: Ref<HTMLButtonElement>
  describedBy?: string
}) {
  return names.map((name, at) => {
    const isChosen = chosen.includes(name)
    const Mark = isChosen ? Check : Plus
    return (
      <button
        key={name}
        ref={at === 0 ? firstRef : undefined}
        type="button"
        aria-pressed={isChosen}
        aria-describedby={describedBy}
        onClick={() => onChange(isChosen ? chosen.filter((other) => other !== name) : [...chosen, name])}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 text-left text-sm leading-tight disabled:cursor-not-allowed disabled:opacity-55',
          isChosen ? 'border-ink bg-ink text-paper' : 'border-edge bg-white hover:border-ink',
        )}
      >
        <Mark aria-hidden className="size-4 shrink-0" />
        {name}
      </button>
    )
  })
}
