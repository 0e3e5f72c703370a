import { classNames } from '#web/lib/class-names.ts'
import { Field } from '#web/ui/field.tsx'

/** Input for a brand color of the site. The preview of the page beside the form displays the shades derived from it. */
export function ColorField({
  value,
  fallback,
  label,
  hint,
  error,
  onChange,
}: {
  value: string
  /** Default color of a new installation */
  fallback: string
  label: string
  hint?: string
  error?: string
  onChange: (event: { target: { value: string } }) => void
}) {
  const color = /^#[0-9a-f]{6}$/i.test(value) ? value : fallback
  return (
    <Field label={label} hint={hint} {...(error && { error })}>
      {({ className, ...control }) => (
        <div className="flex flex-wrap items-center gap-3">
          <input
            type="color"
            {...control}
            value={color}
            onChange={onChange}
            className="h-12 w-16 rounded-control border border-edge bg-white p-1"
          />
          {/* The text input accepts color codes, which the color pickers of phones don't. */}
          <input
            type="text"
            aria-label={`${label}, code`}
            value={value}
            placeholder={fallback}
            onChange={({ target }) => onChange({ target: { value: completeCode(target.value) } })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(className, 'min-h-12 max-w-32 py-2.5 tabular-nums')}
          />
        </div>
      )}
    </Field>
  )
}

/** Adds the leading # to a color code that was typed or pasted without it. */
function completeCode(typed: string): string {
  const text = typed.trim()
  return /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text
}
