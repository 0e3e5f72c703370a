import { email } from '#contracts/common/email.ts'

export type MailMessage = {
  /** A bare address */
  to: string
  subject: string
  text: string
  html?: string
  /** Message-ID, such as `<receipt-7@lectern.example>`. A message sent twice has the same id, so that duplicates can be recognized */
  messageId?: string
  replyTo?: Mailbox
  /** Written by a person to the recipient, who may be away and reply automatically */
  isPersonal?: boolean
}

/** Sends mail. Every implementation passes the same compliance suite. */
export type Mail = {
  /** `files` if no mail server is configured: messages are not sent */
  kind: 'smtp' | 'files'
  /** Sends the message. Error messages contain no part of the message, and no password. */
  send: (message: MailMessage) => Promise<void>
  /** Does the work of sending without sending the message, so that durations do not reveal whether it was sent. */
  rehearse: (message: MailMessage) => Promise<void>
  /** Throws if no message can be sent at present. */
  check: () => Promise<void>
}

export type Mailbox = { name: string; address: string }

/** Parses `Name <address>` or a bare address; undefined for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = email.safeParse(inBrackets ?? text)
  return address.success ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data } : undefined
}
