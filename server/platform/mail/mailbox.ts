import { email } from '#contracts/email.ts'

/** Sender or recipient of mail. */
export type Mailbox = { name: string; address: string }

/** Parses `Name <address>` or a bare address; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? []
  const address = email.safeParse(inBrackets ?? text)
  return address.success ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.data } : undefined
}
