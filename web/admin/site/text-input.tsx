import type { ComponentProps, KeyboardEvent } from 'react'
import { isDay } from '#contracts/shop/shop-time.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { BookInput } from './book-input.tsx'
import { ColorField } from './color-field.tsx'
import type { FieldSchema } from './section-schema.ts'

/** Maximum length of a single-line text; longer texts can have several lines. */
const LINE_LENGTH = 160
/** Number of characters per row in a text field on a phone */
const LETTERS_PER_ROW = 32

type Props = {
  schema: FieldSchema
  value: unknown
  label: string
  /** Whether the label is displayed above the field already, so that it is only for screen readers */
  isLabeled: boolean
  error: string | undefined
  onChange: (value: unknown) => void
}

/** Form field for a text or number of a section, rendered according to its schema. */
export function TextInput({ schema, value, label, isLabeled, error, onChange }: Props) {
  const { readOnly, description, maxLength = LINE_LENGTH, type, format } = schema
  const text = String(value ?? '')
  if (readOnly) return <Fixed label={label} text={isDay(text) ? formatDay(text) : text} />
  const field = {
    label: isLabeled ? <span className="sr-only">{label}</span> : label,
    hint: description,
    value: text,
    error,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const choices = schema.enum ?? schema.choices
  if (choices)
    return (
      <SelectField {...field}>
        {!choices.includes(text) && <option value={text}>{text}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {schema.labels?.[choice] ?? (choice || 'None')}
          </option>
        ))}
      </SelectField>
    )
  if (format === 'book') return <BookInput {...field} />
  if (format === 'color') return <ColorField {...field} label={label} fallback={String(schema.default)} />
  if (format) return <TextField {...field} type={format === 'uri' ? 'url' : format} autoComplete="off" />
  if (type === 'number' || type === 'integer') return <TextField {...field} inputMode="decimal" autoComplete="off" />
  if (maxLength > LINE_LENGTH) return <TextAreaField {...field} rows={Math.max(rowsOf(text), 3)} />
  return maxLength > LETTERS_PER_ROW ? <WrappedLine {...field} /> : <TextField {...field} autoComplete="off" />
}

type LineProps = Pick<ComponentProps<typeof TextAreaField>, 'label' | 'hint' | 'error'> & {
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** Field for a single-line text that a phone wraps into several rows. */
function WrappedLine({ onChange, ...field }: LineProps) {
  return (
    <TextAreaField
      {...field}
      rows={rowsOf(field.value)}
      // Browsers without `field-sizing` keep the fixed number of rows.
      style={{ fieldSizing: 'content' }}
      onKeyDown={submitOnEnter}
      // Line breaks in pasted text are replaced by spaces.
      onChange={({ target }) => onChange({ target: { value: joinLines(target.value) } })}
    />
  )
}

/** Submits the form on Enter, as a single-line input does. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

/** Returns the number of rows that the text needs on a phone, at most 12. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_PER_ROW)), 0)
  return Math.min(lines, 12)
}

/** Read-only value, which the owner of the site can't change. */
export function Fixed({ label, text }: { label: string; text: string }) {
  return (
    <p className="text-base">
      <span className="font-semibold">{label}</span> <span className="text-soft">{text}</span>
    </p>
  )
}

function joinLines(text: string): string {
  if (!text.includes('\n')) return text
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join(' ')
}
