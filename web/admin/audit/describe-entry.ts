import { type AuditChange, type AuditEntry, type AuditNoun, REMOVED_FILE, RESTORED_FILE } from '#contracts/admin/audit.ts'
import { authorForm } from '#contracts/catalogue/author.ts'
import { bookForm } from '#contracts/catalogue/book.ts'
import { type ItemForm, isFileField } from '#contracts/catalogue/item-form.ts'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import { formatPrice } from '#contracts/shop/price.ts'
import { formatShopMinute } from '#web/admin/kit/dates.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { pluralize } from '#web/lib/format/plural.ts'

const ITEM_FIELDS: ItemForm = { ...bookForm, ...podcastForm, ...authorForm }
/** Fields of accounts whose names differ from their keys */
const FIELDS: Record<string, string> = {
  firstname: 'first name',
  lastname: 'last name',
  email: 'email address',
  totp: 'two-step sign-in',
  forgottenPassword: 'forgotten password',
}

/** Describes an audit entry in a sentence, with times in a time zone. If several fields changed, `lines` has one line per field. */
export function describeEntry(entry: AuditEntry, zone: string): { sentence: string; lines: string[] } {
  if (entry.noun === 'order') {
    const [reason, note] = [newValue(entry, 'reason'), newValue(entry, 'note')]
    const lines = [...(reason ? [`Reason: ${reason}`] : []), ...(note ? [`Note: ${note}`] : [])]
    return { sentence: `${who(entry)} ${didToOrder(entry)}${lines.length > 0 ? ':' : '.'}`, lines }
  }
  if (isOfSeveral(entry)) {
    const did = entry.verb === 'reverted' ? 'undid a change of' : entry.verb
    return { sentence: `${who(entry)} ${did} ${entry.subject.name}:`, lines: entry.changes.map((change) => itemLine(change, zone)) }
  }
  if (entry.verb === 'changed' && entry.changes.length > 1)
    return { sentence: `${who(entry)} changed ${called(entry, true)}:`, lines: entry.changes.map((change) => changeLine(change, zone)) }
  return { sentence: `${who(entry)} ${did(entry, zone)}.`, lines: [] }
}

/** Returns whether an audit entry describes an action on several items. */
export function isOfSeveral({ changes }: AuditEntry): boolean {
  return changes[0]?.item !== undefined
}

function itemLine({ item, ...change }: AuditChange, zone: string): string {
  const name = `“${item?.name}”`
  return change.field === 'deleted' ? name : `${name}: ${changeLine(change, zone)}`
}

const DELETIONS: Partial<Record<AuditNoun, string>> = { invitation: 'withdrew', site: 'removed' }

function did(entry: AuditEntry, zone: string): string {
  const { verb, changes, subject, admin } = entry
  switch (verb) {
    case 'added':
      if (entry.noun === 'invitation') return `invited ${subject.name} to become an administrator`
      if (newValue(entry, 'invitedBy'))
        return `accepted an invitation from ${newValue(entry, 'invitedBy')}, which created ${called(entry, true)}`
      return `${entry.noun === 'account' ? 'created' : 'added'} ${called(entry, true)}`
    case 'changed':
      return changes[0]
        ? changePhrase(changes[0], called(entry, ['message', 'rate', 'answer'].includes(entry.noun)), zone)
        : `changed ${called(entry, true)}`
    case 'deleted':
      return `${DELETIONS[entry.noun] ?? 'deleted'} ${called(entry, true)}`
    case 'deleted_for_good':
      return `deleted ${called(entry, true)} for good`
    case 'restored':
      return `restored ${called(entry, true)} from the bin`
    case 'started':
      return 'signed in'
    case 'left':
      return 'signed out'
    case 'refused':
      return `failed to sign in as ${subject.name}`
    case 'unrecorded':
      return `failed to sign in as ${subject.name}. There were too many failed attempts; further ones were not recorded for an hour`
    case 'others_ended':
      return 'signed out everywhere else'
    case 'published':
      return `published ${called(entry, true)}${entry.noun === 'site' ? ' of the site' : ' at its scheduled time'}`
    case 'reverted':
      return `undid a change of ${subject.name}`
    case 'ended':
      return subject.id === admin?.id ? 'ended one of their own sessions' : `ended a session of ${subject.name}`
  }
}

function didToOrder(entry: AuditEntry): string {
  const item = `“${entry.subject.name}”`
  const paid = newValue(entry, 'paid in person')
  if (paid) {
    const [amount, day] = paid.split(/, (?=\d{4}-)/)
    return `recorded that ${newValue(entry, 'email') ?? 'someone'} paid ${amount} in person for ${item}${day ? ` on ${formatDay(day)}` : ''}`
  }
  const corrected = entry.changes.find(({ field }) => field === 'email')
  if (entry.verb === 'changed' && corrected)
    return `corrected the email address of an order of ${item} from ${corrected.from} to ${corrected.to}`
  if (newValue(entry, 'mail')) return `sent the receipt or link of ${item} again to ${newValue(entry, 'mail')}`
  if (entry.verb === 'added') return `granted ${item} to ${newValue(entry, 'email') ?? 'someone'}`
  if (newValue(entry, 'grant')) return `revoked the grant of ${item}`
  if (newValue(entry, 'payment') === 'refunded') return `marked a payment for ${item} as refunded`
  if (newValue(entry, 'part refunded')) return `recorded a refund of ${newValue(entry, 'part refunded')} for ${item}`
  if (newValue(entry, 'refund')) return `recorded that the refund due for ${item} was paid`
  return `changed an order of ${item}`
}

function newValue({ changes }: AuditEntry, field: string): string | undefined {
  return changes.find((change) => change.field === field)?.to
}

function who({ admin, address }: AuditEntry) {
  return admin?.name ?? (address ? 'Someone' : 'A command on the server')
}

const NOUNS: Record<AuditNoun, string> = {
  book: 'the book',
  podcast: 'the episode',
  author: 'the author',
  account: 'the admin account of',
  invitation: 'the invitation of',
  session: 'a session of',
  message: 'the message',
  answer: 'the saved answer',
  order: 'an order of',
  rate: 'the exchange rate',
  site: 'the section',
}

/** Matches the dates in the names that the audit log has for exchange rates */
const DAYS = /\d{4}-\d{2}-\d{2}/g

/** Returns the name of the item that an audit entry is about. With `withNoun`, the name follows a noun such as “the book”. */
function called({ noun, subject }: AuditEntry, withNoun: boolean): string {
  const isQuoted = ['book', 'podcast', 'message', 'answer'].includes(noun)
  const name = isQuoted ? `“${subject.name}”` : noun === 'rate' ? subject.name.replaceAll(DAYS, (day) => formatDay(day)) : subject.name
  // Imported rate tables and the demonstration have names that include a noun, and audit entries about them have no item id.
  const isNamedWithKind = (noun === 'rate' || noun === 'site') && subject.id === null
  return withNoun && !isNamedWithKind ? `${NOUNS[noun]} ${name}` : name
}

function fieldName(field: string): string {
  const item = ITEM_FIELDS[field]
  if (!item) return FIELDS[field] ?? field
  if (item.kind === 'url') return `${item.label} link`
  // Abbreviations and names keep their capitals within a sentence.
  return /^[A-Z]{2}/.test(item.label) ? item.label : item.label.charAt(0).toLowerCase() + item.label.slice(1)
}

function isFile(field: string): boolean {
  const item = ITEM_FIELDS[field]
  return item !== undefined && isFileField(item)
}

/** Formats a change as a list line: `Price: $7.00 → $5.00`. */
function changeLine({ field, from, to }: AuditChange, zone: string): string {
  if (field === 'renamedBooks') return `Name in books: changed in ${to}`
  if (field === 'renamedFounder') return `Name of the founder on the site: ${to}`
  const label = capital(fieldName(field))
  if (isRestored({ field, to })) return `${label}: earlier version restored`
  if (isFile(field) && to === REMOVED_FILE) return `${label}: removed`
  if (from === undefined || to === undefined) return `${label}: ${isFile(field) ? 'replaced' : 'changed'}`
  if (from === '') return `${label}: added, ${valueText(field, to, zone)}`
  return to === ''
    ? `${label}: removed, was ${valueText(field, from, zone)}`
    : `${label}: ${valueText(field, from, zone)} → ${valueText(field, to, zone)}`
}

/** Formats the change of one field as the end of a sentence: `changed the price of “X” from $7.00 to $5.00`. */
function changePhrase({ field, from, to }: AuditChange, thing: string, zone: string): string {
  const name = fieldName(field)
  if (field === 'password') return `set a new password for ${thing}`
  if (field === 'forgottenPassword') return `set a new password for ${thing}, with a code sent by email`
  if (field === 'totp') return `turned two-step sign-in ${to} for ${thing}`
  if (field === 'renamedBooks') return `changed the name in ${pluralize(Number(to), 'book')} of ${thing}`
  if (field === 'answer') return `answered ${thing}`
  if (field === 'note') return `added a note to ${thing}`
  if (field === 'answered') return `marked ${thing} as ${to === 'yes' ? 'answered' : 'not answered'}`
  if (field === 'skipped') return `${to === 'yes' ? 'skipped' : 'resumed'} ${thing}`
  if (field === 'confirmed') return `confirmed ${thing}`
  if (isRestored({ field, to })) return `restored an earlier version of the ${name} of ${thing}`
  if (isFile(field) && to === REMOVED_FILE) return `removed the ${name} of ${thing}`
  if (from === undefined || to === undefined) return `${isFile(field) ? 'replaced' : 'rewrote'} the ${name} of ${thing}`
  if (from === '') return `added the ${name} of ${thing}, ${valueText(field, to, zone)}`
  if (to === '') return `removed the ${name} of ${thing}, which was ${valueText(field, from, zone)}`
  return `changed the ${name} of ${thing} from ${valueText(field, from, zone)} to ${valueText(field, to, zone)}`
}

function isRestored({ field, to }: AuditChange): boolean {
  return isFile(field) && to === RESTORED_FILE
}

function valueText(field: string, value: string, zone: string): string {
  if (field === 'price') return formatPrice(Number(value))
  return field === 'publishAt' ? formatShopMinute(value, zone) : `“${value}”`
}

function capital(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
