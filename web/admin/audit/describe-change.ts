import type { AuditChange } from '#contracts/admin/audit.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import { pluralize } from '#web/lib/format/plural.ts'

const FIELDS: Record<string, string> = {
  coverImage: 'cover image',
  pdf: 'PDF file',
  audio: 'audio file',
  firstname: 'first name',
  lastname: 'last name',
  email: 'e-mail address',
  totp: 'two-step sign-in',
  forgottenPassword: 'forgotten password',
  bio: 'biography',
  facebook: 'Facebook link',
  twitter: 'Twitter link',
  instagram: 'Instagram link',
  linkedin: 'LinkedIn link',
}

const FILES = ['coverImage', 'pdf', 'audio', 'transcript', 'photo']

function fieldName(field: string): string {
  return FIELDS[field] ?? field
}

/** Formats a change as a list line: `Price: $7.00 → $5.00`. */
export function changeLine({ field, from, to }: AuditChange): string {
  if (field === 'renamedBooks') return `Name in books: changed in ${to}`
  const label = capital(fieldName(field))
  if (from === undefined || to === undefined) return `${label}: ${FILES.includes(field) ? 'replaced' : 'changed'}`
  if (from === '') return `${label}: added, ${valueText(field, to)}`
  return to === '' ? `${label}: removed, was ${valueText(field, from)}` : `${label}: ${valueText(field, from)} → ${valueText(field, to)}`
}

/** Formats the change of one field as the end of a sentence: `changed the price of “X” from $7.00 to $5.00`. */
export function changePhrase({ field, from, to }: AuditChange, thing: string): string {
  const name = fieldName(field)
  if (field === 'password') return `set a new password for ${thing}`
  if (field === 'forgottenPassword') return `set a new password for ${thing}, with a code sent by e-mail`
  if (field === 'totp') return `turned two-step sign-in ${to} for ${thing}`
  if (field === 'renamedBooks') return `changed the name in ${pluralize(Number(to), 'book')} of ${thing}`
  if (field === 'answered') return `marked ${thing} as ${to === 'yes' ? 'answered' : 'not answered'}`
  if (field === 'confirmed') return `confirmed ${thing}`
  if (from === undefined || to === undefined) return `${FILES.includes(field) ? 'replaced' : 'rewrote'} the ${name} of ${thing}`
  if (from === '') return `added the ${name} of ${thing}, ${valueText(field, to)}`
  if (to === '') return `removed the ${name} of ${thing}, which was ${valueText(field, from)}`
  return `changed the ${name} of ${thing} from ${valueText(field, from)} to ${valueText(field, to)}`
}

function valueText(field: string, value: string): string {
  return field === 'price' ? formatPrice(Number(value)) : `“${value}”`
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
