import type { Mail, Mailbox } from './mail.ts'

/** Opens mail over SMTP, or into `folder` as files if no mail server is configured. The mail library is imported with the first message. */
export function openMail({ smtpUrl, from, folder }: { smtpUrl?: string; from: () => Mailbox; folder: string }): Mail {
  let opened: Promise<Mail> | undefined
  let checking: Promise<void> | undefined
  const open = () =>
    (opened ??= smtpUrl
      ? import('./smtp-mail.ts').then(({ openSmtpMail }) => openSmtpMail({ smtpUrl, from }))
      : import('./file-mail.ts').then(({ openFileMail }) => openFileMail({ folder, from })))
  return {
    kind: smtpUrl ? 'smtp' : 'files',
    send: async (message) => (await open()).send(message),
    rehearse: async (message) => (await open()).rehearse(message),
    // Concurrent calls share one check, since a page of the admin area sends several requests at once.
    check: () => {
      checking ??= open()
        .then((mail) => mail.check())
        .finally(() => {
          checking = undefined
        })
      return checking
    },
  }
}
