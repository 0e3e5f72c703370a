import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { FieldError } from './field-error.tsx'

type Wording = { label: ReactNode; hint?: ReactNode; error?: string; className?: string }

const CONTROL = classNames(
  // Scrolling to a control shows its label too.
  'block w-full scroll-mt-10 rounded-control border border-edge bg-white px-3.5 text-md text-ink placeholder:text-soft',
  'transition-colors duration-150 hover:border-ink focus-visible:outline-offset-1',
  'disabled:cursor-not-allowed disabled:bg-paper-2 disabled:text-soft aria-invalid:border-2 aria-invalid:border-brick',
)

/** A label, a hint and an error message, tied to the control that the function renders with the given properties. */
export function Field({
  id: given,
  label,
  hint,
  error,
  required,
  className,
  children,
}: Wording & {
  id?: string
  required?: boolean
  children: (control: {
    id: string
    required?: boolean
    'aria-invalid'?: true
    'aria-describedby'?: string
    className: string
  }) => ReactNode
}) {
  const made = useId()
  const id = given ?? made
  const describedBy = classNames(hint != null && `${id}-hint`, Boolean(error) && `${id}-error`)
  return (
    <div data-invalid={error ? '' : undefined} className={classNames('scroll-mb-24', className)}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-base">
        {label}
      </label>
      {children({
        id,
        required,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        className: CONTROL,
      })}
      {hint != null && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-soft leading-snug">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** An input with its label. Takes the properties that `register` of react-hook-form returns. */
export function TextField({ label, hint, error, className, id, required, ...input }: Omit<ComponentProps<'input'>, 'className'> & Wording) {
  return (
    <Field {...{ id, label, hint, error, required, className }}>
      {({ className: look, ...control }) => <input type="text" {...input} {...control} className={classNames(look, 'min-h-12 py-2.5')} />}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  className,
  id,
  required,
  rows = 5,
  ...input
}: Omit<ComponentProps<'textarea'>, 'className'> & Wording) {
  return (
    <Field {...{ id, label, hint, error, required, className }}>
      {({ className: look, ...control }) => (
        <textarea rows={rows} {...input} {...control} className={classNames(look, 'resize-y py-2.5 leading-normal')} />
      )}
    </Field>
  )
}

/** A native select, since phones show their own list for it. Its children are the options. */
export function SelectField({
  label,
  hint,
  error,
  className,
  id,
  required,
  ...input
}: Omit<ComponentProps<'select'>, 'className'> & Wording) {
  return (
    <Field {...{ id, label, hint, error, required, className }}>
      {({ className: look, ...control }) => (
        <select {...input} {...control} className={classNames(look, 'select-arrow min-h-12 truncate py-2.5 pr-10')} />
      )}
    </Field>
  )
}
