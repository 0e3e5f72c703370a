import type { Mailbox } from './mailbox.ts'

/** A message to one person. */
export type MailMessage = {
  /** A bare address */
  to: string
  subject: string
  text: string
  html?: string
  /** Such as `<receipt-7@lectern.example>`: the same for the same message, so that one sent twice can be told */
  messageId?: string
  replyTo?: Mailbox
}

/** One way of sending mail. Every implementation passes the same compliance suite. */
export type Mail = {
  /** `files` when no mail server is set: nobody gets anything */
  kind: 'smtp' | 'files'
  /** Hands the message over, whole or not at all. The text of an error holds nothing of the message, and no password. */
  send: (message: MailMessage) => Promise<void>
  /** Throws when messages can't be handed over at present. */
  check: () => Promise<void>
}
