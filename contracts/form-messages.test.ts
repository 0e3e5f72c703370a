import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { defaultContent } from '#site/default-content.ts'
import { AdminFields, InvitationFields, PasswordForm } from './admin/admin.ts'
import { authorForm } from './catalogue/author.ts'
import { bookForm } from './catalogue/book.ts'
import { textFields } from './catalogue/item-form.ts'
import { podcastForm } from './catalogue/podcast.ts'
import { EmailCorrection, GrantForm, ManualPaymentForm, RefundForm } from './shop/order-admin.ts'
import { RateFields } from './shop/rate.ts'
import { ContactForm, MessageEntryForm, SavedAnswerFields } from './site/contact.ts'
import { SECTIONS } from './site/site-content.ts'

const FORMS: Record<string, z.ZodType> = {
  book: textFields(bookForm),
  episode: textFields(podcastForm),
  author: textFields(authorForm),
  account: AdminFields,
  invitation: InvitationFields,
  password: PasswordForm,
  grant: GrantForm.omit({ product: true }),
  payment: ManualPaymentForm.omit({ product: true, currency: true, method: true }),
  refund: RefundForm,
  correction: EmailCorrection.omit({ allOrders: true }),
  rate: RateFields.omit({ marginBasisPoints: true }),
  answer: MessageEntryForm.omit({ kind: true }),
  'saved answer': SavedAnswerFields,
  contact: ContactForm.omit({ website: true }),
}
const TYPED = ['', ' ', 'x', '-1', '1.5', '99999999999', 'a@', 'http://', 'Grace\0', 'x'.repeat(30_000)]
/** Messages of the validation library, which name types, lengths and patterns */
const TECHNICAL = /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/
/** Message for an invalid value of a field with fixed choices, which every form of section content offers as a list or as text */
const CHOICE = /^Invalid option\b/

function messagesOf(schema: z.ZodType, value: unknown): { path: string; message: string }[] {
  return schema.safeParse(value).error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? []
}

/** Returns section content with every text and number replaced by `typed`, except fields in `FIXED`. */
function fill(content: unknown, typed: unknown): unknown {
  if (Array.isArray(content)) return content.map((each) => fill(each, typed))
  if (typeof content !== 'object' || content === null) return typed
  return Object.fromEntries(Object.entries(content).map(([name, each]) => [name, FIXED.includes(name) ? each : fill(each, typed)]))
}
/** Fields of section content that administrators can't type in forms */
const FIXED = ['slug', 'categories', 'picture', 'changed']

describe('forms respond to any typed value with messages in plain words', () => {
  test.each(Object.entries(FORMS))('%s', (_, schema) => {
    const names = Object.keys((schema as unknown as { shape: object }).shape)
    const messages = TYPED.flatMap((typed) => messagesOf(schema, Object.fromEntries(names.map((name) => [name, typed]))))
    expect(messages).not.toEqual([])
    expect(messages.filter(({ message }) => TECHNICAL.test(message))).toEqual([])
  })

  test.each(Object.entries(SECTIONS))('section %s', (name, schema) => {
    const content = defaultContent[name as keyof typeof SECTIONS]
    const messages = TYPED.flatMap((typed) => messagesOf(schema, fill(content, typed)))
    expect(messages.filter(({ message }) => TECHNICAL.test(message) && !CHOICE.test(message))).toEqual([])
  })
})
