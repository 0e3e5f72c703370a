import type { AuditEntry } from '#contracts/audit.ts'

/** Describes what was done to an order, as the rest of a sentence, with the reason given. */
export function describeOrderEntry({ verb, subject, changes }: AuditEntry): { deed: string; lines: string[] } {
  const value = (field: string) => changes.find((change) => change.field === field)?.to
  const reason = value('reason')
  return { deed: describeAction(verb, `“${subject.name}”`, value), lines: reason ? [`Reason: ${reason}`] : [] }
}

function describeAction(verb: AuditEntry['verb'], item: string, value: (field: string) => string | undefined): string {
  if (verb === 'added') return `granted ${item} to ${value('email') ?? 'somebody'}`
  if (value('grant')) return `took back the grant of ${item}`
  if (value('payment') === 'refunded') return `marked a payment for ${item} as refunded`
  if (value('refund')) return `noted that money due for ${item} was given back`
  return `changed an order of ${item}`
}
