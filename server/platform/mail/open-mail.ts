import { openFileMail } from './file-mail.ts'
import type { Mail } from './mail.ts'
import type { Mailbox } from './mailbox.ts'
import { openSmtpMail } from './smtp-mail.ts'

/** Mail over SMTP, or into `folder` as files when there is no address of a mail server. */
export function openMail({ smtpUrl, from, folder }: { smtpUrl?: string | undefined; from: Mailbox; folder: string }): Mail {
  return smtpUrl ? openSmtpMail({ smtpUrl, from }) : openFileMail({ from, folder })
}
