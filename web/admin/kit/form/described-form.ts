import { z } from 'zod'
import { type FileFormField, fileFields, type ItemForm, isFileField } from '#contracts/catalogue/item-form.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import { formatShopMinute } from '#web/admin/kit/dates.ts'
import { STATE_CHOICES } from '#web/admin/kit/item-states.tsx'
import { chosenFile, removableFile } from './file-field-schema.ts'

type Values = Record<string, unknown>
type FormShape<Form> = {
  [Name in keyof Form]: Form[Name] extends { schema: infer Schema extends z.ZodType } ? Schema : z.ZodType<unknown, unknown>
}

/** Field of an item, used to compare two versions of the item. The value of a file field is the file's URL, which is not displayed. */
export type ItemField = { label: string; value: string; isFile: boolean }

/**
 * Returns the validation schema of a form, including its file fields. When an existing item is edited, an empty file field leaves the
 * stored file unchanged.
 */
export function formSchema<const Form extends ItemForm>(form: Form, { isNew }: { isNew: boolean }) {
  const fields = Object.entries(form).map(([name, field]) => [name, 'schema' in field ? field.schema : fileSchema(field, isNew)])
  const schema = z.object(Object.fromEntries(fields) as FormShape<Form>)
  const alternatives = fileFields(form).filter(([, { alternative }]) => isNew && alternative)
  return alternatives.reduce((refined, [name, { alternative = '', missing }]) => {
    const hasEither = (values: Values) => Boolean(values[name] || values[alternative])
    // The error is displayed together with those of other fields.
    return refined.refine(hasEither, { path: [name], error: missing, when: () => true })
  }, schema)
}

function fileSchema({ kind, missing, alternative }: FileFormField, isNew: boolean) {
  if (!missing) return removableFile(kind).optional()
  return isNew && !alternative ? chosenFile(kind) : chosenFile(kind).optional()
}

/** Returns the initial values of a form. File fields are initially empty. */
export function startValues(form: ItemForm, values: Values = {}, { minuteOf }: ShopTime): Values {
  const start = Object.entries(form).map(([name, field]) => {
    if (!('schema' in field)) return [name, undefined]
    if (field.kind === 'known categories') return [name, values[name] ?? []]
    if (field.kind === 'switch') return [name, values[name] ? 'yes' : 'no']
    if (field.kind === 'state') return [name, values[name] ?? 'published']
    if (field.kind === 'time') return [name, values[name] ? minuteOf(new Date(String(values[name]))) : '']
    return [name, toText(values[name])]
  })
  return Object.fromEntries(start)
}

/** Returns the fields used to compare two versions of an item. */
export function comparedFields(form: ItemForm, values: Values, { zone }: ShopTime): ItemField[] {
  return Object.entries(form)
    .filter(([, { kind }]) => kind !== 'slug')
    .map(([name, field]) => ({
      label: field.label,
      value: toComparedText(field.kind, values[name], zone),
      isFile: isFileField(field),
    }))
}

/** Returns a field's value as text, formatted as in the forms and lists. */
function toComparedText(kind: ItemForm[string]['kind'], value: unknown, zone: string): string {
  if (kind === 'state') return Object.entries(STATE_CHOICES).find(([state]) => state === value)?.[1].label ?? toText(value)
  if (kind === 'switch') return value ? 'On' : 'Off'
  if (kind === 'time') return value ? formatShopMinute(String(value), zone) : ''
  return typeof value === 'number' ? formatPrice(value) : toText(value)
}

function toText(value: unknown): string {
  if (typeof value === 'number') return value.toFixed(2)
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
