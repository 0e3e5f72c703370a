import type { Mail, Mailbox } from './mail.ts'

/** Mail over SMTP, or into `folder` as files when no mail server is configured. The mail library is imported with the first message. */
export function openMail({ smtpUrl, from, folder }: { smtpUrl?: string | undefined; from: Mailbox; folder: string }): Mail {
  let opened: Promise<Mail> | undefined
  const open = () => (opened ??= smtpUrl ? openSmtp(smtpUrl, from) : openFiles(folder, from))
  return {
    kind: smtpUrl ? 'smtp' : 'files',
    send: async (message) => (await open()).send(message),
    check: async () => (await open()).check(),
  }
}

async function openSmtp(smtpUrl: string, from: Mailbox) {
  const { openSmtpMail } = await import('./smtp-mail.ts')
  return openSmtpMail({ smtpUrl, from })
}

async function openFiles(folder: string, from: Mailbox) {
  const { openFileMail } = await import('./file-mail.ts')
  return openFileMail({ folder, from })
}
