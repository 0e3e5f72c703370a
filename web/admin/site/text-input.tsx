import type { ComponentProps, KeyboardEvent } from 'react'
import { SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { ColourField } from './colour-field.tsx'
import type { FieldSchema } from './section-schema.ts'

/** Longer texts can have several lines. */
const LINE_LENGTH = 160
/** Letters in a row of a text on a phone */
const LETTERS_PER_ROW = 32

type Props = {
  schema: FieldSchema
  name: string
  value: unknown
  label: string
  error: string | undefined
  onChange: (value: unknown) => void
}

/** Field for a text or a number of a section, by its schema. */
export function TextInput({ schema, name, value, label, error, onChange }: Props) {
  const { readOnly, description, maxLength = LINE_LENGTH, type, format } = schema
  const text = String(value ?? '')
  if (readOnly) return <Fixed label={label} text={text} />
  const field = {
    label,
    hint: description,
    value: text,
    error,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (schema.enum)
    return (
      <SelectField {...field}>
        {schema.enum.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    )
  if (format === 'color') return <ColourField {...field} fallback={String(schema.default)} name={name} />
  if (format) return <TextField {...field} type={format === 'uri' ? 'url' : format} autoComplete="off" />
  if (type === 'number' || type === 'integer') return <TextField {...field} inputMode="decimal" autoComplete="off" />
  if (maxLength > LINE_LENGTH) return <TextAreaField {...field} rows={Math.max(rowsOf(text), 3)} />
  return maxLength > LETTERS_PER_ROW ? <WrappedLine {...field} /> : <TextField {...field} autoComplete="off" />
}

type LineProps = Pick<ComponentProps<typeof TextAreaField>, 'label' | 'hint' | 'error'> & {
  value: string
  onChange: (event: { target: { value: string } }) => void
}

/** Field for a text of one line that a phone displays in several rows. */
function WrappedLine({ onChange, ...field }: LineProps) {
  return (
    <TextAreaField
      {...field}
      rows={rowsOf(field.value)}
      // Browsers without it keep the rows.
      style={{ fieldSizing: 'content' }}
      onKeyDown={submitOnEnter}
      // Pasted texts have line breaks.
      onChange={({ target }) => onChange({ target: { value: target.value.replace(/\s*\n\s*/g, ' ') } })}
    />
  )
}

/** Submits the form as Enter does in a field of one line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

/** Rows that the whole text needs on a phone, at most 12. */
function rowsOf(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_PER_ROW)), 0)
  return Math.min(lines, 12)
}

/** Value that the owner can't change. */
export function Fixed({ label, text }: { label: string; text: string }) {
  return (
    <p className="text-base">
      <span className="font-semibold">{label}</span> <span className="text-soft">{text}</span>
    </p>
  )
}
