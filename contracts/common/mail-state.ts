import { z } from 'zod'

/** States of an email. `not_sent`: the site has no mail server. */
export const MailState = z.enum(['waiting', 'accepted', 'refused', 'not_sent']).meta({
  description:
    'accepted: a mail server took the email; refused: it refused the address; waiting: sending is retried; not_sent: no mail server is set',
})
export type MailState = z.infer<typeof MailState>

/** Email that the mail server refused, or has not accepted for a day. */
export const LostMail = z.object({
  about: z.enum(['receipt', 'notice', 'message', 'answer']).meta({
    description: 'receipt or notice: to a buyer about an order; message: to the site about a contact message; answer: to its sender',
  }),
  id: z.string().meta({ description: 'Id of the order or of the contact message' }),
  problem: z.string().nullable(),
  at: z.iso.datetime(),
})
export type LostMail = z.infer<typeof LostMail>
