import { z } from 'zod'
import { requiredName, requiredText } from '#contracts/catalogue/item.ts'
import { EMAIL_FORMAT, storedEmail } from '#contracts/common/email-format.ts'
import { ListQuery, plainText } from '#contracts/common/list.ts'
import { CONTACT_DELIVERIES, CONTACT_LENGTHS, CONTACT_SUBJECTS } from './contact-choices.ts'

export const ContactSettings = z.object({
  delivery: z.enum(CONTACT_DELIVERIES).meta({ description: 'simulate: messages are discarded; inbox: messages are stored' }),
  addressLogDays: z
    .int()
    .meta({ description: 'Days for which logs with the network addresses of visitors are retained; 0: the logs contain none' }),
})
export type ContactSettings = z.infer<typeof ContactSettings>

export const ContactForm = z.object({
  // The name may become part of an email header, where a line break would start another header.
  name: requiredName('your name', CONTACT_LENGTHS.name),
  email: requiredText('your email address', CONTACT_LENGTHS.email)
    .overwrite(storedEmail)
    .regex(EMAIL_FORMAT, 'Enter a valid email address.'),
  subject: z.enum(CONTACT_SUBJECTS, { error: 'Choose a subject.' }),
  message: requiredText('your message', CONTACT_LENGTHS.message),
  website: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Honeypot field, hidden from people; messages that fill it in are stored and marked as doubtful' }),
})
export type ContactForm = z.infer<typeof ContactForm>

/** Entry in the thread of a contact message: an answer emailed to the sender, or a note for colleagues. */
export const MessageEntry = z.object({
  id: z.string(),
  kind: z.enum(['answer', 'note']),
  text: z.string(),
  by: z.string().meta({ description: 'Name of the administrator who wrote the entry' }),
  at: z.iso.datetime(),
  sentAt: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time at which the mail server accepted the answer; null for unsent answers and for notes' }),
  refused: z.boolean().meta({ description: 'Whether the mail server refused the address of the sender' }),
})
export type MessageEntry = z.infer<typeof MessageEntry>

export const MessageEntryForm = z.object({
  kind: MessageEntry.shape.kind,
  text: requiredText('the text', CONTACT_LENGTHS.message),
})
export type MessageEntryForm = z.infer<typeof MessageEntryForm>

export const Message = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.enum(CONTACT_SUBJECTS),
  message: z.string(),
  read: z.boolean(),
  answered: z.boolean(),
  doubtful: z
    .boolean()
    .meta({ description: 'Whether the hidden field of the form was filled in: by a spam program, or by the autofill of a browser' }),
  createdAt: z.iso.datetime(),
  entries: z.array(MessageEntry).meta({ description: 'Answers and notes, oldest first' }),
})
export type Message = z.infer<typeof Message>

export const MessageChanges = z.object({ read: z.boolean(), answered: z.boolean() }).partial()
export type MessageChanges = z.infer<typeof MessageChanges>

export const InboxState = z.object({
  unread: z.int(),
  sendsMail: z.boolean().meta({ description: 'Whether answers can be sent by email' }),
})
export type InboxState = z.infer<typeof InboxState>

/** Saved text for frequent questions, which administrators insert into answers. */
export const SavedAnswerFields = z.object({ title: requiredText('a title', 100), text: requiredText('the text', CONTACT_LENGTHS.message) })
export type SavedAnswerFields = z.infer<typeof SavedAnswerFields>

export const SavedAnswer = SavedAnswerFields.extend({ id: z.string() })
export type SavedAnswer = z.infer<typeof SavedAnswer>

/** Lists of messages are paged even without `limit`, because messages are long and numerous. */
export const MessageQuery = ListQuery.extend({
  limit: ListQuery.shape.limit.default(50),
  email: plainText(CONTACT_LENGTHS.email).optional().meta({ description: 'Only messages from this email address; ignores case' }),
})
export type MessageQuery = z.infer<typeof MessageQuery>
