import type { AuditEntry, AuditNoun } from '#contracts/admin/audit.ts'
import { changeLine, changePhrase } from './describe-change.ts'

/** Describes an audit entry in a sentence. If several fields changed, `lines` has a line for each. */
export function describeEntry(entry: AuditEntry): { sentence: string; lines: string[] } {
  if (entry.noun === 'order') {
    const reason = newValue(entry, 'reason')
    return { sentence: `${who(entry)} ${didToOrder(entry)}${reason ? ':' : '.'}`, lines: reason ? [`Reason: ${reason}`] : [] }
  }
  if (entry.verb === 'changed' && entry.changes.length > 1)
    return { sentence: `${who(entry)} changed ${called(entry, true)}:`, lines: entry.changes.map(changeLine) }
  return { sentence: `${who(entry)} ${did(entry)}.`, lines: [] }
}

function did(entry: AuditEntry): string {
  const { verb, changes, subject, admin } = entry
  switch (verb) {
    case 'added':
      return `${entry.noun === 'account' ? 'created' : 'added'} ${called(entry, true)}`
    case 'changed':
      return changes[0]
        ? changePhrase(changes[0], called(entry, entry.noun === 'message' || entry.noun === 'rate'))
        : `changed ${called(entry, true)}`
    case 'deleted':
      return `deleted ${called(entry, true)}`
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
    case 'ended':
      return subject.id === admin?.id ? 'ended a session of their own' : `ended a session of ${subject.name}`
  }
}

function didToOrder(entry: AuditEntry): string {
  const item = `“${entry.subject.name}”`
  if (entry.verb === 'added') return `granted ${item} to ${newValue(entry, 'email') ?? 'somebody'}`
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
  return admin?.name ?? (address ? 'Somebody' : 'A command on the server')
}

const NOUNS: Record<AuditNoun, string> = {
  book: 'the book',
  podcast: 'the podcast',
  author: 'the author',
  account: 'the admin account of',
  session: 'a session of',
  message: 'the message',
  order: 'an order of',
  rate: 'the exchange rate',
}

/** Returns the subject's name, preceded by its kind where the sentence doesn't give the kind. */
function called({ noun, subject }: AuditEntry, withNoun: boolean): string {
  const name = noun === 'book' || noun === 'podcast' || noun === 'message' ? `“${subject.name}”` : subject.name
  // An imported table of rates has no id, and its name already includes the kind.
  return withNoun && !(noun === 'rate' && subject.id === null) ? `${NOUNS[noun]} ${name}` : name
}
