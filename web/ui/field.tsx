import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'

type Wording = { label: ReactNode; hint?: ReactNode; error?: string; className?: string }

const CONTROL = classNames(
  // Scrolling to a control must leave room for its label above.
  'block w-full scroll-mt-10 rounded-control border border-edge bg-white px-3.5 text-md text-ink placeholder:text-soft',
  'transition-colors duration-150 hover:border-ink focus-visible:outline-offset-1',
  'disabled:cursor-not-allowed disabled:bg-paper-2 disabled:text-soft aria-invalid:border-2 aria-invalid:border-brick',
)

/** Label, hint and error message of a form control. `children` renders the control with the given accessibility properties. */
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
    'aria-invalid': boolean
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
        // `aria-invalid` is always set: browsers would report empty required selects and file fields as invalid before any input.
        'aria-invalid': Boolean(error),
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

type LabeledControl<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, 'className'> & Wording

/** Separates the props of the field around a control from the props of the control itself. */
function split<Props extends LabeledControl<'input' | 'textarea' | 'select'>>(props: Props) {
  const { label, hint, error, className, id, required, ...input } = props
  return { field: { label, hint, error, className, id, required }, input }
}

/** Labeled text input, which accepts the props that `register` of react-hook-form returns. */
export function TextField(props: LabeledControl<'input'>) {
  const { field, input } = split(props)
  return (
    <Field {...field}>
      {({ className, ...control }) => <input type="text" {...input} {...control} className={classNames(className, 'min-h-12 py-2.5')} />}
    </Field>
  )
}

export function TextAreaField(props: LabeledControl<'textarea'>) {
  const { field, input } = split(props)
  return (
    <Field {...field}>
      {({ className, ...control }) => (
        <textarea rows={5} {...input} {...control} className={classNames(className, 'resize-y py-2.5 leading-normal')} />
      )}
    </Field>
  )
}

/** Native select element with options as its children. Phones display their own list for a native select. */
export function SelectField(props: LabeledControl<'select'>) {
  const { field, input } = split(props)
  return (
    <Field {...field}>
      {({ className, ...control }) => (
        <select {...input} {...control} className={classNames(className, 'select-arrow min-h-12 truncate py-2.5 pr-10')} />
      )}
    </Field>
  )
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex gap-1.5 font-semibold text-sm text-brick leading-snug">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
