import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { ColourField } from './colour-field.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyValue, type FieldSchema } from './section-schema.ts'

/** Longer texts have a field of several lines. */
const LINE_LENGTH = 160

type Props = {
  schema: FieldSchema
  value: unknown
  /** Path of the field in the content, such as `hours.1.days` */
  path: string
  label: string
  /** Messages by path */
  errors: Record<string, string>
  onChange: (value: unknown) => void
}

/** Fields of a section, made from its schema. */
export function SectionFields(props: Props) {
  const { schema, value, label, path, errors, onChange } = props
  if (schema.picture)
    return (
      <PictureField
        use={schema.picture}
        label={label}
        hint={schema.description}
        value={value as SitePicture | undefined}
        error={errors[path]}
        onChange={onChange}
      />
    )
  if (schema.type === 'object') return <ObjectFields {...props} />
  if (schema.prefixItems) return <FixedList {...props} fields={schema.prefixItems} />
  if (schema.type === 'array') return <EntryList {...props} entry={schema.items ?? {}} />
  return <TextInput {...props} />
}

function ObjectFields({ schema: { properties = {}, description }, value, path, label, errors, onChange }: Props) {
  const values = (value ?? {}) as Record<string, unknown>
  const fields = Object.entries(properties).map(([name, field]) => (
    <SectionFields
      key={name}
      schema={field}
      value={values[name]}
      path={join(path, name)}
      label={field.title ?? name}
      errors={errors}
      onChange={(changed) => onChange({ ...values, [name]: changed })}
    />
  ))
  return path === '' ? fields : <Group label={label} description={description} error={errors[path]} fields={fields} />
}

function FixedList({ schema: { description }, fields, value, path, label, errors, onChange }: Props & { fields: FieldSchema[] }) {
  const values: unknown[] = Array.isArray(value) ? value : []
  const inputs = fields.map((field, index) => (
    <SectionFields
      key={field.title}
      schema={field}
      value={values[index]}
      path={join(path, String(index))}
      label={field.title ?? String(index + 1)}
      errors={errors}
      onChange={(changed) => onChange(replaceAt(values, index, changed))}
    />
  ))
  return <Group label={label} description={description} error={errors[path]} fields={inputs} />
}

/** List whose entries can be added, moved and removed within its limits. */
function EntryList({ schema, entry, value, path, label, errors, onChange }: Props & { entry: FieldSchema }) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, readOnly, description } = schema
  const values: unknown[] = Array.isArray(value) ? value : []
  if (readOnly) return <Fixed label={label} text={values.join(', ')} />

  const swap = (a: number, b: number) => onChange(replaceAt(replaceAt(values, a, values[b]), b, values[a]))
  const entries = values.map((each, index) => {
    const name = `${entry.title ?? label} ${index + 1}`
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity, and their fields have no state of their own
      <li key={`${path}.${index}`} className="grid gap-2">
        <SectionFields
          schema={entry}
          value={each}
          path={join(path, String(index))}
          label={withTitle(name, each)}
          errors={errors}
          onChange={(changed) => onChange(replaceAt(values, index, changed))}
        />
        <div className="flex flex-wrap gap-2">
          {index > 0 && <EntryButton icon={<ArrowUp />} label={`Move ${name} up`} onClick={() => swap(index, index - 1)} />}
          {index < values.length - 1 && (
            <EntryButton icon={<ArrowDown />} label={`Move ${name} down`} onClick={() => swap(index, index + 1)} />
          )}
          {values.length > minItems && (
            <EntryButton icon={<Trash />} label={`Remove ${name}`} onClick={() => onChange(values.filter((_, other) => other !== index))} />
          )}
        </div>
      </li>
    )
  })
  const list = (
    <>
      <ol className="grid gap-6">{entries}</ol>
      {values.length < maxItems && (
        <Button variant="outline" size="small" className="justify-self-start" onClick={() => onChange([...values, emptyValue(entry)])}>
          <Plus aria-hidden className="size-4" />
          Add {entry.title ? `a ${entry.title.toLowerCase()}` : `to ${label}`}
        </Button>
      )}
    </>
  )
  return <Group label={path === '' ? '' : label} description={description} error={errors[path]} fields={list} />
}

/** Adds the entry's own title to its name, such as `Program 1: Teen Coaching`. */
function withTitle(name: string, entry: unknown): string {
  const { title, question, name: own } = Object(entry) as Record<string, unknown>
  const text = title ?? question ?? own
  return text ? `${name}: ${text}` : name
}

function EntryButton({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-soft hover:bg-paper-2 hover:text-ink [&>svg]:size-5"
    >
      {icon}
    </button>
  )
}

function TextInput({ schema, value, path, label, errors, onChange }: Props) {
  const { readOnly, description, maxLength = LINE_LENGTH, type, format } = schema
  const text = String(value ?? '')
  if (readOnly) return <Fixed label={label} text={text} />
  const field = {
    label,
    hint: description,
    value: text,
    error: errors[path],
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
  if (format === 'color') return <ColourField {...field} fallback={String(schema.default)} name={path} />
  if (format) return <TextField {...field} type={format === 'email' ? 'email' : 'url'} autoComplete="off" />
  if (type === 'number' || type === 'integer') return <TextField {...field} inputMode="decimal" autoComplete="off" />
  return maxLength > LINE_LENGTH ? (
    <TextAreaField {...field} rows={maxLength > 1000 ? 6 : 3} />
  ) : (
    <TextField {...field} autoComplete="off" />
  )
}

/** Value that the owner can't change. */
function Fixed({ label, text }: { label: string; text: string }) {
  return (
    <p className="text-base">
      <span className="font-semibold">{label}</span> <span className="text-soft">{text}</span>
    </p>
  )
}

/** Fields that belong together; without a border and a title if they are the whole section. */
function Group({ label, description, error, fields }: { label: string; description?: string; error?: string; fields: ReactNode }) {
  return (
    <fieldset
      data-invalid={error ? '' : undefined}
      className={classNames('grid min-w-0 gap-5', label !== '' && 'border-rule border-l-2 pl-4 md:pl-6')}
    >
      {label && <legend className="mb-3 font-semibold text-lg">{label}</legend>}
      {description && <p className="-mt-3 text-sm text-soft first:mt-0">{description}</p>}
      {error && <FieldError id={`${label}-error`}>{error}</FieldError>}
      {fields}
    </fieldset>
  )
}

function replaceAt(values: unknown[], index: number, value: unknown): unknown[] {
  return values.map((each, other) => (other === index ? value : each))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
