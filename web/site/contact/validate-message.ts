import { isEmail } from '#contracts/common/email-format.ts'
import { CONTACT_FIELDS, CONTACT_LENGTHS, CONTACT_SUBJECTS, type ContactField } from '#contracts/site/contact-choices.ts'
import type { FieldErrors } from '#web/lib/api/field-errors.ts'

export type ContactValues = Record<ContactField, string>

const LABELS: Record<ContactField, string> = { name: 'your name', email: 'your email address', subject: '', message: 'your message' }

/** Validates the contact form like the API contract, with the API's error messages, but without loading zod. */
export function validateMessage(values: ContactValues): FieldErrors<ContactField> {
  const errors: FieldErrors<ContactField> = {}
  for (const field of CONTACT_FIELDS) {
    const error = field === 'subject' ? checkSubject(values.subject) : checkText(field, values[field].trim())
    if (error) errors[field] = error
  }
  return errors
}

function checkSubject(subject: string) {
  return CONTACT_SUBJECTS.some((known) => known === subject) ? undefined : 'Choose a subject.'
}

function checkText(field: keyof typeof CONTACT_LENGTHS, text: string) {
  if (text === '') return `Enter ${LABELS[field]}.`
  // Each line break counts as one character, as sent to the API, although form data encodes it as two.
  if (text.replaceAll('\r\n', '\n').length > CONTACT_LENGTHS[field]) return `Enter at most ${CONTACT_LENGTHS[field]} characters.`
  if (field === 'email' && !isEmail(text)) return 'Enter a valid email address.'
  return undefined
}
