import { email } from '#contracts/email.ts'

export type MailMessage = {
  /** A bare address */
  to: string
  subject: string
  text: string
  html?: string
  /** Such as `<receipt-7@lectern.example>`: a message that is sent twice keeps its id, so that duplicates can be recognized */
  messageId?: string
  replyTo?: Mailbox
}

/** Sends mail. Every implementation passes the same compliance suite. */
export type Mail = {
  /** `files` when no mail server is configured: nothing is sent */
  kind: 'smtp' | 'files'
  /** Sends the message. Error messages contain no part of it, and no password. */
  send: (message: MailMessage) => Promise<void>
  /** Throws when no message can be sent at present. */
  check: () => Promise<void>
}

export type Mailbox = { name: string; address: string }

/** Parses `Name <address>` or a bare address; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = email.safeParse(inBrackets ?? text)
  return address.success ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data } : undefined
}
