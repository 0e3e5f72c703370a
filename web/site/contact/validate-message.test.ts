import { expect, test } from 'vitest'
import { ContactForm } from '#contracts/site/contact.ts'
import { type ContactValues, validateMessage } from './validate-message.ts'

const LETTER = { name: 'Rudo Moyo', email: 'rudo@example.com', subject: 'Other', message: 'Good morning.' }

/** Returns the API contract's first error message for each field, as in the API's response. */
function contractErrors(values: ContactValues) {
  const errors: ReturnType<typeof validateMessage> = {}
  for (const { path, message } of ContactForm.safeParse(values).error?.issues ?? []) errors[path[0] as keyof ContactValues] ??= message
  return errors
}

test('a complete contact message is valid', () => {
  expect(validateMessage(LETTER)).toEqual({})
})

test.each<[string, Partial<ContactValues>, string[]]>([
  ['nothing', { name: '', email: '', subject: '', message: '' }, ['name', 'email', 'subject', 'message']],
  ['spaces', { name: ' ', email: ' ', message: '\n ' }, ['name', 'email', 'message']],
  ['an unknown subject', { subject: 'Hello' }, ['subject']],
  ['no @', { email: 'rudo.example.com' }, ['email']],
  ['two @', { email: 'rudo@moyo@example.com' }, ['email']],
  ['no dot in the domain', { email: 'rudo@example' }, ['email']],
  ['an empty part of the domain', { email: 'rudo@example..com' }, ['email']],
  ['a space within', { email: 'rudo moyo@example.com' }, ['email']],
  ['two addresses', { email: 'a@example.com,b@example.com' }, ['email']],
  ['a pointed bracket', { email: '<rudo@example.com>' }, ['email']],
  ['too long a name', { name: 'x'.repeat(201) }, ['name']],
  ['too long an address', { email: `${'x'.repeat(250)}@example.com` }, ['email']],
  ['too long a message', { message: 'x'.repeat(5001) }, ['message']],
])('%s is rejected with the contract’s message', (_name, changes, fields) => {
  const values = { ...LETTER, ...changes }
  expect(Object.keys(validateMessage(values))).toEqual(fields)
  expect(validateMessage(values)).toEqual(contractErrors(values))
})

test.each<Partial<ContactValues>>([
  { email: ' rudo@example.com ' },
  { email: 'rudo.m+books@mail.example.co.zw' },
  { email: 'rudo@bücher.example' },
  { email: "o'neil@example.com" },
  { name: '李' },
  { message: `${'x'.repeat(4998)}\r\ny` },
  { message: 'x'.repeat(5000) },
])('%o is valid, also according to the contract', (changes) => {
  const values = { ...LETTER, ...changes }
  expect(validateMessage(values)).toEqual({})
  expect(contractErrors(values)).toEqual({})
})
