import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { ColourField } from './colour-field.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyValue, type FieldSchema } from './section-schema.ts'

/** Longer texts can have several lines. */
const LINE_LENGTH = 160
/** Letters in a row of a text on a phone */
const LETTERS_PER_ROW = 32

type Props = {
  schema: FieldSchema
  value: unknown
  /** Path of the field in the content, such as `hours.1.days` */
  path: string
  label: string
  /** Messages by path */
  errors: Record<string, string>
  onChange: (value: unknown) => void
  /** State of a group that can be closed */
  closing?: { isOpen: boolean; onToggle: (isOpen: boolean) => void }
}

/** Fields of a section, made from its schema. */
export function SectionFields(props: Props) {
  const { schema, value, label, path, errors, onChange } = props
  if (schema.picture)
    return (
      <PictureField
        use={schema.picture}
        isOnDark={path === 'logoOnDark'}
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

function ObjectFields({ schema: { properties = {}, description }, value, path, label, errors, onChange, closing }: Props) {
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
  if (path === '') return fields
  const group = { label, description, error: errors[path], fields }
  if (!closing) return <Group {...group} />
  const isInvalid = Object.keys(errors).some((field) => field.startsWith(`${path}.`))
  return <ClosingGroup {...group} isOpen={closing.isOpen || isInvalid} onToggle={closing.onToggle} />
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

/** List whose entries can be added, moved and removed within its limits. Entries with lists of their own are closed at first. */
function EntryList({ schema, entry, value, path, label, errors, onChange }: Props & { entry: FieldSchema }) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, readOnly, description } = schema
  const [opened, setOpened] = useState<unknown[]>([])
  const values: unknown[] = Array.isArray(value) ? value : []
  if (readOnly) return <Fixed label={label} text={values.join(', ')} />

  const canClose = Object.values(entry.properties ?? {}).some(({ type }) => type === 'array')
  const isOpen = values.map((_, index) => opened[index] === true)
  function change(edit: (list: unknown[]) => unknown[]) {
    setOpened(edit(isOpen))
    onChange(edit(values))
  }
  const swap = (a: number, b: number) => change((list) => replaceAt(replaceAt(list, a, list[b]), b, list[a]))
  function add() {
    setOpened([...isOpen, true])
    onChange([...values, emptyValue(entry)])
  }
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
          {...(canClose && {
            closing: { isOpen: isOpen[index] === true, onToggle: (open) => setOpened(replaceAt(isOpen, index, open)) },
          })}
        />
        <div className="flex flex-wrap gap-2">
          {index > 0 && <EntryButton icon={<ArrowUp />} label={`Move ${name} up`} onClick={() => swap(index, index - 1)} />}
          {index < values.length - 1 && (
            <EntryButton icon={<ArrowDown />} label={`Move ${name} down`} onClick={() => swap(index, index + 1)} />
          )}
          {values.length > minItems && (
            <EntryButton
              icon={<Trash />}
              label={`Remove ${name}`}
              onClick={() => change((list) => list.filter((_, other) => other !== index))}
            />
          )}
        </div>
      </li>
    )
  })
  const list = (
    <>
      <ol className="grid gap-6">{entries}</ol>
      {values.length < maxItems && (
        <Button variant="outline" size="small" className="justify-self-start" onClick={add}>
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
function Fixed({ label, text }: { label: string; text: string }) {
  return (
    <p className="text-base">
      <span className="font-semibold">{label}</span> <span className="text-soft">{text}</span>
    </p>
  )
}

type GroupProps = { label: string; description?: string; error?: string; fields: ReactNode }

/** Fields that belong together, below a title that opens and closes them. */
function ClosingGroup({ isOpen, onToggle, ...group }: GroupProps & { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)} className="group/entry">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 border-rule border-b py-2 font-semibold text-lg [&::-webkit-details-marker]:hidden">
        {group.label}
        <ChevronDown aria-hidden className="size-5 shrink-0 group-open/entry:rotate-180" />
      </summary>
      <div className="mt-5">
        <Group {...group} label="" name={group.label} />
      </div>
    </details>
  )
}

/** Fields that belong together; without a border and a title if they are the whole section. */
function Group({ label, name, description, error, fields }: GroupProps & { name?: string }) {
  return (
    <fieldset
      aria-label={name}
      data-invalid={error ? '' : undefined}
      className={classNames('grid min-w-0 gap-5', (label !== '' || name) && 'border-rule border-l-2 pl-4 md:pl-6')}
    >
      {label && <legend className="mb-3 font-semibold text-lg">{label}</legend>}
      {description && <p className="-mt-3 text-sm text-soft first:mt-0">{description}</p>}
      {error && <FieldError id={`${label || name}-error`}>{error}</FieldError>}
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
