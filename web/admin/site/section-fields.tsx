import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { PictureField } from './picture-field.tsx'
import { emptyValue, type FieldSchema } from './section-schema.ts'
import { Fixed, TextInput } from './text-input.tsx'

type Props = {
  schema: FieldSchema
  value: unknown
  /** Path of the field in the section's content, such as `hours.1.days` */
  path: string
  label: string
  /** Error messages by field path */
  errors: Record<string, string>
  onChange: (value: unknown) => void
  /** State of a collapsible group of fields */
  closing?: { isOpen: boolean; onToggle: (isOpen: boolean) => void }
}

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/** Form fields of a site section, generated from the section's schema. */
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
  if (schema.type === 'object' || schema.prefixItems) return <NamedFields {...props} />
  if (schema.type === 'array') return <EntryList {...props} entry={schema.items ?? {}} />
  return <TextInput schema={schema} name={path} value={value} label={label} error={errors[path]} onChange={onChange} />
}

/** Form fields of an object, or of a list with a fixed number of entries. */
function NamedFields({ schema, value, path, label, errors, onChange, closing }: Props) {
  const values = (value ?? (schema.prefixItems ? [] : {})) as Record<string, unknown>
  const fields = Object.entries(schema.properties ?? schema.prefixItems ?? {}).map(([name, field]) => (
    <SectionFields
      key={name}
      schema={field}
      value={values[name]}
      path={join(path, name)}
      label={field.title ?? name}
      errors={errors}
      onChange={(changed) => onChange(Array.isArray(values) ? replaceAt(values, Number(name), changed) : { ...values, [name]: changed })}
    />
  ))
  if (path === '') return fields
  const group = { label, description: schema.description, error: errors[path], fields }
  if (!closing) return <Group {...group} />
  const isInvalid = Object.keys(errors).some((field) => field.startsWith(`${path}.`))
  return <ClosingGroup {...group} isOpen={closing.isOpen || isInvalid} onToggle={closing.onToggle} />
}

/** List of entries that can be added, moved and removed within the list's limits. Entries that contain lists are initially collapsed. */
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
  /**
   * Replaces a list entry by the pasted lines, one entry per line. Lines beyond the maximum length of the list are joined in the last
   * entry, whose error message reports the excess.
   */
  function paste(event: ClipboardEvent, index: number) {
    const lines = pastedLines(event)
    if (lines.length < 2) return
    event.preventDefault()
    const room = maxItems - values.length + 1
    const added = lines.length > room ? [...lines.slice(0, room - 1), lines.slice(room - 1).join(' ')] : lines
    change((list) => [...list.slice(0, index), ...added, ...list.slice(index + 1)])
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
      <li key={`${path}.${index}`} className="grid gap-2" onPaste={isText(entry) ? (event) => paste(event, index) : undefined}>
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
          Add {entry.title ? withArticle(entry.title.toLowerCase()) : `to ${label}`}
        </Button>
      )}
    </>
  )
  return <Group label={path === '' ? '' : label} description={description} error={errors[path]} fields={list} />
}

function isText({ type, enum: choices, format }: FieldSchema): boolean {
  return type === 'string' && !choices && !format
}

/**
 * Returns the lines of a pasted text without list markers such as `-` or `1.`; empty unless the paste replaces the whole text of the field.
 */
function pastedLines({ target, clipboardData }: ClipboardEvent): string[] {
  const { selectionStart, selectionEnd, value } = target as HTMLTextAreaElement
  if (selectionStart !== 0 || selectionEnd !== value.length) return []
  const lines = clipboardData.getData('text').split('\n')
  return lines.map((line) => line.replace(/^\s*([-–•*]|\d+[.)])\s+/, '').trim()).filter(Boolean)
}

/** Appends the title of a list entry to the entry's name, such as `Program 1: Teen Coaching`. */
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

type GroupProps = { label: string; description?: string; error?: string; fields: ReactNode }

/** Collapsible group of fields below a title. */
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

/** Group of fields. Border and title are omitted if the group is the whole section. */
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
