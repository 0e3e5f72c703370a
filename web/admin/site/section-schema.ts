import type { PictureUse, SitePicture } from '#contracts/site/site-picture.ts'

/** Subset of JSON Schema with which the API describes the content of a site section. */
export type FieldSchema = {
  type?: 'object' | 'array' | 'string' | 'number' | 'integer'
  title?: string
  description?: string
  readOnly?: boolean
  maxLength?: number
  format?: string
  default?: unknown
  /** Purpose of a picture field, such as `logo`; the server sets the properties of an uploaded picture */
  picture?: PictureUse
  enum?: string[]
  /** Texts of the values of `enum` */
  labels?: Record<string, string>
  /** Values that the form offers; content that was published before may have others */
  choices?: string[]
  properties?: Record<string, FieldSchema>
  required?: string[]
  items?: FieldSchema
  /** Schemas of the entries of a list with a fixed number of entries */
  prefixItems?: FieldSchema[]
  minItems?: number
  maxItems?: number
}

/** Returns the initial empty value of a new list entry. */
export function emptyValue({ type, properties, prefixItems, items, picture, minItems = 0 }: FieldSchema): unknown {
  if (picture) return undefined
  if (type === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([name, field]) => [name, emptyValue(field)]))
  if (prefixItems) return prefixItems.map(emptyValue)
  if (type === 'array') return Array.from({ length: minItems }, () => emptyValue(items ?? {}))
  return ''
}

/** Changed field with its readable path and the values before and after the change. A missing entry is an empty string. */
export type FieldChange = { field: string; before: string; after: string }

/** Compares two versions of a section's content, field by field. */
export function compareContent(schema: FieldSchema, before: unknown, after: unknown, path: string[] = []): FieldChange[] {
  const { type, properties, prefixItems, items, title, picture, labels } = schema
  if (type === 'object' && !picture)
    return Object.entries(properties ?? {}).flatMap(([name, field]) =>
      compareContent(field, entryOf(before, name), entryOf(after, name), [...path, field.title ?? name]),
    )
  if (type === 'array') {
    const length = Math.max(lengthOf(before), lengthOf(after))
    return Array.from({ length }).flatMap((_, index) => {
      const entry = prefixItems?.[index] ?? items ?? {}
      return compareContent(entry, entryOf(before, index), entryOf(after, index), [
        ...path,
        prefixItems ? (entry.title ?? '') : `${entry.title ?? ''} ${index + 1}`.trim(),
      ])
    })
  }
  const textOf = (value: unknown) => labels?.[String(value)] ?? String(value ?? '')
  const [was, is] = picture ? [describePicture(before), describePicture(after)] : [textOf(before), textOf(after)]
  return was === is ? [] : [{ field: path.join(' › ') || title || 'Content', before: was, after: is }]
}

/** Returns `newer` with those fields of `mine` that differ from `base`. All three arguments are contents of the same section. */
export function mergeContent(base: unknown, mine: unknown, newer: unknown): unknown {
  if (isSameContent(mine, base)) return newer
  if (isSameContent(newer, base)) return mine
  const all = [base, mine, newer]
  if (all.every(Array.isArray) && new Set(all.map(lengthOf)).size === 1)
    return (mine as unknown[]).map((each, index) => mergeContent(entryOf(base, index), each, entryOf(newer, index)))
  if (all.every(isGroup)) {
    // Field names of the newer content come first, so that the merged content has the same field order.
    const names = new Set([newer, mine, base].flatMap((each) => Object.keys(each as object)))
    return Object.fromEntries(
      [...names].map((name) => [name, mergeContent(entryOf(base, name), entryOf(mine, name), entryOf(newer, name))]),
    )
  }
  return mine
}

export const isSameContent = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns whether a value is a picture, which counts as a single value, although it is an object with several fields. */
export function isPicture(value: unknown): value is SitePicture {
  return typeof value === 'object' && value !== null && 'sources' in value
}

/** Returns the value at a path such as `hours.1.days`. */
export function valueAt(content: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => Object(value)[name], content)
}

const isGroup = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value) && !isPicture(value)

/** Returns a description of a picture that is unique for each picture and each choice of its visible part. */
function describePicture(value: unknown): string {
  if (!value) return ''
  const { id, width, height, focus } = value as SitePicture
  return `Picture ${id.slice(-6)}, ${width} × ${height} pixels${focus === 'center' ? '' : `, ${focus}`}`
}

function entryOf(value: unknown, key: string | number): unknown {
  return (value as Record<string | number, unknown> | undefined)?.[key]
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0
}

/**
 * Returns the content without empty optional texts, with numeric texts converted to numbers, and with a scheme added to incomplete URLs.
 */
export function readContent(schema: FieldSchema, value: unknown): unknown {
  const { type, format, properties = {}, required = [], prefixItems, items, picture } = schema
  if (picture) return value || ''
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, field]) => {
        const read = readContent(field, entryOf(value, name))
        return read === '' && !required.includes(name) ? [] : [[name, read]]
      }),
    )
  if (type === 'array' && Array.isArray(value)) return value.map((each, index) => readContent(prefixItems?.[index] ?? items ?? {}, each))
  if (type === 'number' || type === 'integer') return readNumber(value)
  if (format === 'uri') return completeAddress(String(value ?? '').trim())
  return value ?? ''
}

/** Adds https:// to a URL that was typed without a scheme, such as wa.me/263771234567. */
function completeAddress(text: string): string {
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text
}

/** Parses a number, also with a decimal comma. Other text is returned unchanged, so that the API rejects it. */
function readNumber(value: unknown): unknown {
  const text = String(value ?? '')
    .trim()
    .replace(',', '.')
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
