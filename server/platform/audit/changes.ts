import type { AuditChange } from '#contracts/admin/audit.ts'

type Value = string | number | boolean | string[] | null | undefined

/** Maximum length of recorded values. For longer values only the field name is recorded, since two truncated values could look the same. */
const LONGEST_VALUE = 200

/** Returns the fields that differ between an item and its new state. Fields missing from `after` are unchanged. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, Value>,
  { longest = LONGEST_VALUE }: { longest?: number } = {},
): AuditChange[] {
  return Object.keys(after).flatMap((field) => {
    const from = toText(before[field] as Value)
    const to = toText(after[field])
    if (from === to || after[field] === undefined) return []
    return [{ field, ...(from.length <= longest && to.length <= longest && { from, to }) }]
  })
}

/** Returns the replaced fields, such as files and passwords, as audit changes without values. */
export function replaced(fields: Record<string, unknown>): AuditChange[] {
  return Object.keys(fields).flatMap((field) => (fields[field] ? [{ field }] : []))
}

function toText(value: Value): string {
  if (typeof value === 'number') return value.toFixed(2)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : (value ?? '')
}
