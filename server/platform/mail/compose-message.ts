import type { SendMailOptions } from 'nodemailer'
import { email } from '#contracts/common/email.ts'
import type { Mailbox, MailMessage } from './mail.ts'

/** Returns the options for nodemailer. No text in the message can add a recipient, a header or a file. */
export function composeMessage(from: Mailbox, { to, subject, text, html, messageId, replyTo, isPersonal }: MailMessage): SendMailOptions {
  return {
    from: mailbox(from),
    // The recipient is passed as an object, since nodemailer parses a string as a list of addresses.
    to: mailbox({ name: '', address: to }),
    ...(replyTo && { replyTo: mailbox(replyTo) }),
    subject: oneLine(subject),
    text,
    html,
    ...(messageId !== undefined && { messageId: checkedId(messageId) }),
    // The header Auto-Submitted prevents automatic replies.
    ...(!isPersonal && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function mailbox({ name, address }: Mailbox): Mailbox {
  const checked = email.safeParse(address)
  if (!checked.success) throw new Error('An address of the message is invalid')
  return { name: oneLine(name), address: checked.data }
}

function checkedId(messageId: string) {
  if (!/^<[\w.+-]+@[\w.-]+>$/.test(messageId)) throw new Error('The Message-ID is invalid')
  return messageId
}

function oneLine(text: string) {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
