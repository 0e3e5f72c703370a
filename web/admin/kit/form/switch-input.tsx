import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { FieldError } from '#web/ui/field.tsx'
import type { InputProps } from './use-item-form.ts'

/**
 * Checkbox of a form.
 * @param isDisabled whether the switch can't be turned on; it can always be turned off
 */
export function SwitchInput({
  name,
  field: { label, hint },
  state: { form },
  isDisabled = false,
  children,
}: InputProps & { isDisabled?: boolean; children?: ReactNode }) {
  const id = useId()
  const { field, fieldState } = useController({ control: form.control, name })
  const isOn = field.value === 'yes'
  const error = fieldState.error?.message
  return (
    <div data-invalid={error ? '' : undefined} className="scroll-mb-24 sm:col-span-2">
      <label className="flex min-h-11 items-center gap-3 font-semibold text-base has-disabled:text-soft">
        <input
          type="checkbox"
          ref={field.ref}
          name={name}
          checked={isOn}
          disabled={isDisabled && !isOn}
          aria-invalid={Boolean(error)}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          className="size-5 shrink-0 accent-lamp-deep"
          onBlur={field.onBlur}
          onChange={({ target }) => field.onChange(target.checked ? 'yes' : 'no')}
        />
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-soft leading-snug">
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
    </div>
  )
}
