import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useId, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { type Contributor, formatContributors, parseContributors } from '#contracts/catalogue/contributor.ts'
import { CONTRIBUTOR_ROLES } from '#contracts/catalogue/contributor-roles.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, SelectField, TextField } from '#web/ui/field.tsx'
import { Options } from './options.tsx'
import type { InputProps } from './use-item-form.ts'

const capitalized = (role: string) => role.charAt(0).toUpperCase() + role.slice(1)
const ROLE_OPTIONS = CONTRIBUTOR_ROLES.map((role) => [role, capitalized(role)] as const)

/** Input for the persons who made a book, each with a name and a role. The value is the text of the form's field, one person per line. */
export function ContributorsInput({ name, field: { label, hint }, state: { form } }: InputProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const text = String(field.value ?? '')
  const [rows, setRows] = useState<Contributor[]>(() => parseContributors(text))
  const [shown, setShown] = useState(text)
  const list = useRef<HTMLDivElement>(null)
  const errorId = useId()
  // The value changes from outside when a draft is restored or a newer version is taken.
  if (text !== shown) {
    setShown(text)
    setRows(parseContributors(text))
  }

  function change(next: Contributor[]) {
    const written = formatContributors(next.filter((row) => row.name.trim() !== ''))
    setRows(next)
    setShown(written)
    field.onChange(written)
  }

  const set = (at: number, values: Partial<Contributor>) => change(rows.map((row, index) => (index === at ? { ...row, ...values } : row)))

  function add() {
    setRows([...rows, { name: '', role: 'author' }])
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('[data-row]:last-of-type input')?.focus())
  }

  return (
    <fieldset className="sm:col-span-2" data-invalid={fieldState.error ? '' : undefined} aria-describedby={errorId}>
      <legend className="mb-1.5 font-semibold text-base">{label}</legend>
      {hint && <p className="mb-3 text-sm text-soft leading-snug">{hint}</p>}
      <div ref={list} className="grid gap-3">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own, and their order does not change
          <div key={at} data-row className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_12rem_auto]">
            <TextField
              label="Name"
              autoComplete="off"
              className="col-span-2 sm:col-span-1"
              value={row.name}
              onBlur={field.onBlur}
              onChange={({ target }) => set(at, { name: target.value })}
            />
            <SelectField
              label="Role"
              value={row.role}
              onBlur={field.onBlur}
              onChange={({ target }) => set(at, { role: target.value as Contributor['role'] })}
            >
              <Options options={ROLE_OPTIONS} />
            </SelectField>
            <Button
              variant="quiet"
              className="px-3"
              aria-label={`Remove ${row.name || 'this person'}`}
              onClick={() => change(rows.filter((_, index) => index !== at))}
            >
              <X aria-hidden className="size-5" />
            </Button>
          </div>
        ))}
      </div>
      <Button ref={field.ref} variant="outline" size="small" className={rows.length > 0 ? 'mt-4' : undefined} onClick={add}>
        <Plus aria-hidden className="size-4" />
        Add a person
      </Button>
      {fieldState.error?.message && <FieldError id={errorId}>{fieldState.error.message}</FieldError>}
    </fieldset>
  )
}
