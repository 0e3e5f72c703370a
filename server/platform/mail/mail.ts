import { email } from '#contracts/common/email.ts'

export type MailMessage = {
  /** Email address of the recipient, without a name */
  to: string
  subject: string
  text: string
  html?: string
  /** Message-ID, such as `<receipt-7@lectern.example>`. A message sent twice has the same id, so that duplicates can be recognized */
  messageId?: string
  replyTo?: Mailbox
  /** Whether a person wrote the message; all other messages have a header that prevents automatic replies */
  isPersonal?: boolean
}

/** Error for a recipient whose address the mail server definitely refused, so that sending again is pointless. */
export class RecipientRefusedError extends Error {
  override name = 'RecipientRefusedError'
}

/** Mail service. Every implementation passes the same compliance tests. */
export type Mail = {
  /** Kind of mail service: `files` if no mail server is configured, so that messages are stored and not sent */
  kind: 'smtp' | 'files'
  /**
   * Sends the message. Error messages contain no part of the message, and no password.
   * @throws RecipientRefusedError when the address of the recipient was definitely refused
   */
  send: (message: MailMessage) => Promise<void>
  /** Does the work of sending without sending the message, so that durations do not reveal whether a message was sent. */
  rehearse: (message: MailMessage) => Promise<void>
  /** Throws if no message can be sent at present. */
  check: () => Promise<void>
}

export type Mailbox = { name: string; address: string }

/** Parses `Name <address>` or an email address alone. Returns undefined for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = email.safeParse(inBrackets ?? text)
  return address.success ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data } : undefined
}
