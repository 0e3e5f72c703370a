import type { Message } from '#contracts/contact.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'

/** The mail that tells of a message; an answer to it goes to whoever wrote. */
export function writeNotice(
  { name, email, subject, message }: Message,
  { to, messagesUrl }: { to: string; messagesUrl: string },
): MailMessage {
  return {
    to,
    replyTo: { name, address: email },
    subject: `${subject}: a message from ${name}`,
    text: `${message}\n\n--\n${name} <${email}>\nSent with the contact form. Answer this mail, then mark it as answered:\n${messagesUrl}\n`,
  }
}
