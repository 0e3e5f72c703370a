import { z } from 'zod'
import { requiredText } from '#contracts/catalogue/item.ts'
import { EMAIL_FORMAT, storedEmail } from '#contracts/common/email-format.ts'
import { ListQuery } from '#contracts/common/list.ts'
import { CONTACT_DELIVERIES, CONTACT_LENGTHS, CONTACT_SUBJECTS } from './contact-choices.ts'

export const ContactSettings = z.object({
  delivery: z.enum(CONTACT_DELIVERIES).meta({ description: 'simulate: messages are discarded; inbox: messages are stored' }),
})
export type ContactSettings = z.infer<typeof ContactSettings>

export const ContactForm = z.object({
  // The name may become part of a mail header, where a line break would begin another header.
  name: requiredText('your name', CONTACT_LENGTHS.name).overwrite((name) => name.replace(/\s+/g, ' ')),
  email: requiredText('your e-mail address', CONTACT_LENGTHS.email)
    .overwrite(storedEmail)
    .regex(EMAIL_FORMAT, 'Enter a valid e-mail address.'),
  subject: z.enum(CONTACT_SUBJECTS, { error: 'Choose a subject.' }),
  message: requiredText('your message', CONTACT_LENGTHS.message),
  website: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Honeypot field, hidden from people; requests that fill it in are treated as spam' }),
})
export type ContactForm = z.infer<typeof ContactForm>

export const Message = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  subject: z.enum(CONTACT_SUBJECTS),
  message: z.string(),
  read: z.boolean(),
  answered: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

export const MessageChanges = z.object({ read: z.boolean(), answered: z.boolean() }).partial()
export type MessageChanges = z.infer<typeof MessageChanges>

/** Messages are long and many, so lists of them are paged even without `limit`. */
export const MessageQuery = ListQuery.extend({ limit: ListQuery.shape.limit.default(50) })
export type MessageQuery = z.infer<typeof MessageQuery>
