import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { type ClipboardEvent, type ReactNode, use } from 'react'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { PictureField } from './picture-field.tsx'
import { isWithin, SectionPart, SectionState } from './section-part.tsx'
import { emptyValue, type FieldSchema } from './section-schema.ts'
import { Fixed, TextInput } from './text-input.tsx'

type Props = {
  schema: FieldSchema
  value: unknown
  /** Path of the field in the section's content, such as `hours.1.days` */
  path: string
  label: string
  /** Label of the group with the field */
  group?: string
  /** Whether the label is displayed above the field already */
  isLabeled?: boolean
  onChange: (value: unknown) => void
}

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/**
 * Form fields of a site section, generated from the section's schema. Groups and lists are parts, of which one is open at a time. Each
 * field is in an element with its path as `data-field`.
 */
export function SectionFields(props: Props) {
  const { schema, value, label, path, group, isLabeled = false, onChange } = props
  const { errors } = use(SectionState)
  if (schema.picture)
    return (
      <div data-field={path}>
        <PictureField
          use={schema.picture}
          isOnDark={path === 'logoOnDark'}
          label={label}
          group={group}
          hint={schema.description}
          value={value as SitePicture | undefined}
          error={errors[path]}
          onChange={onChange}
        />
      </div>
    )
  if (schema.type === 'object' || schema.prefixItems) return <NamedFields {...props} />
  if (schema.type === 'array') return <EntryList {...props} entry={schema.items ?? {}} />
  return (
    <div data-field={path}>
      <TextInput schema={schema} value={value} label={label} isLabeled={isLabeled} error={errors[path]} onChange={onChange} />
    </div>
  )
}

/** Form fields of an object, or of a list with a fixed number of entries. */
function NamedFields({ schema, value, path, label, isLabeled = false, onChange }: Props) {
  const { errors } = use(SectionState)
  const values = (value ?? (schema.prefixItems ? [] : {})) as Record<string, unknown>
  const named = Object.entries(schema.properties ?? schema.prefixItems ?? {})
  const fields = named
    // A fixed title of an entry is displayed above its fields already.
    .filter(([name, field]) => !(isLabeled && field.readOnly && label.endsWith(String(values[name]))))
    .map(([name, field]) => (
      <SectionFields
        key={name}
        schema={field}
        value={values[name]}
        path={join(path, name)}
        label={field.title ?? name}
        {...(path !== '' && { group: label })}
        onChange={(changed) => onChange(Array.isArray(values) ? replaceAt(values, Number(name), changed) : { ...values, [name]: changed })}
      />
    ))
  if (path === '') return fields
  const group = (
    <Group label={label} isLabeled={isLabeled || isPart(schema)} description={schema.description} error={errors[path]}>
      {fields}
    </Group>
  )
  // An entry of a list has its part from the list.
  return isPart(schema) && !isLabeled ? (
    <SectionPart path={path} title={label} content={value}>
      {group}
    </SectionPart>
  ) : (
    group
  )
}

/** List of entries that can be added, moved and removed within the list's limits. */
function EntryList({ schema, entry, value, path, label, onChange }: Props & { entry: FieldSchema }) {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, readOnly, description } = schema
  const { errors, opened, onOpen } = use(SectionState)
  const values: unknown[] = Array.isArray(value) ? value : []
  if (readOnly) return <Fixed label={label} text={values.join(', ')} />

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
    onChange([...values.slice(0, index), ...added, ...values.slice(index + 1)])
  }

  function swap(a: number, b: number) {
    onChange(replaceAt(replaceAt(values, a, values[b]), b, values[a]))
    // The open entry stays open at its new position.
    const [one, other] = [join(path, String(a)), join(path, String(b))]
    if (isWithin(opened, one)) onOpen(other + opened.slice(one.length))
    else if (isWithin(opened, other)) onOpen(one + opened.slice(other.length))
  }

  function add() {
    onChange([...values, emptyValue(entry)])
    onOpen(join(path, String(values.length)))
  }

  function remove(index: number) {
    onChange(values.filter((_, other) => other !== index))
    onOpen(path)
  }

  const entries = values.map((each, index) => {
    const name = `${entry.title ?? label} ${index + 1}`
    const title = withTitle(name, each)
    const entryPath = join(path, String(index))
    const buttons = (
      <div className="flex shrink-0">
        {index > 0 && <EntryButton icon={<ArrowUp />} label={`Move ${name} up`} onClick={() => swap(index, index - 1)} />}
        {index < values.length - 1 && (
          <EntryButton icon={<ArrowDown />} label={`Move ${name} down`} onClick={() => swap(index, index + 1)} />
        )}
        {values.length > minItems && <EntryButton icon={<Trash />} label={`Remove ${name}`} onClick={() => remove(index)} />}
      </div>
    )
    const fields = (
      <SectionFields
        schema={entry}
        value={each}
        path={entryPath}
        label={title}
        isLabeled
        onChange={(changed) => onChange(replaceAt(values, index, changed))}
      />
    )
    const onPaste = isText(entry) ? (event: ClipboardEvent) => paste(event, index) : undefined
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity, and their fields have no state of their own
      <li key={`${path}.${index}`} onPaste={onPaste}>
        {isPart(entry) ? (
          <SectionPart path={entryPath} title={title} content={each} actions={buttons}>
            {fields}
          </SectionPart>
        ) : (
          <>
            <div className="mb-1 flex min-h-11 items-center justify-between gap-3">
              <span aria-hidden className="font-semibold text-base">
                {title}
              </span>
              {buttons}
            </div>
            {fields}
          </>
        )}
      </li>
    )
  })
  const list = (
    <>
      <ol className={isPart(entry) ? '' : 'grid grid-cols-1 gap-5'}>{entries}</ol>
      {values.length < maxItems && (
        <Button variant="outline" size="small" className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-4" />
          Add {entry.title ? withArticle(entry.title.toLowerCase()) : `to ${label}`}
        </Button>
      )}
    </>
  )
  const group = (
    <Group label={label} isLabeled description={description} error={errors[path]}>
      {list}
    </Group>
  )
  return path === '' ? (
    group
  ) : (
    <SectionPart path={path} title={label} content={value}>
      {group}
    </SectionPart>
  )
}

/** Whether a group has a part of its own, which entries of a few texts don't need. */
function isPart({ type, properties = {} }: FieldSchema): boolean {
  return type === 'object' && (Object.keys(properties).length > 3 || Object.values(properties).some((each) => each.type === 'array'))
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

/** Group of fields, whose label is displayed unless a part or an entry above it has the same. */
function Group({
  label,
  isLabeled,
  description,
  error,
  children,
}: {
  label: string
  isLabeled: boolean
  description?: string
  error?: string
  children: ReactNode
}) {
  return (
    <fieldset data-invalid={error ? '' : undefined} className="grid min-w-0 grid-cols-1 gap-5">
      <legend className={isLabeled ? 'sr-only' : 'mb-2 font-semibold text-lg'}>{label}</legend>
      {description && <p className="text-sm text-soft">{description}</p>}
      {error && <FieldError id={`${label}-error`}>{error}</FieldError>}
      {children}
    </fieldset>
  )
}

function replaceAt(values: unknown[], index: number, value: unknown): unknown[] {
  return values.map((each, other) => (other === index ? value : each))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
