import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import { openMail } from '#server/platform/mail/open-mail.ts'
import { CommandError } from '#server/platform/problems.ts'
import { site } from '#site/site.ts'
import { runCommand } from './support/run-command.ts'

/** Mails the failure of a systemd unit to the address of the site: `lectern mail:failure lectern-backup.service` */
await runCommand(async ({ config: { dataDir, mail } }) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [unit] = positionals
  if (!unit) throw new CommandError('Missing argument: the name of the unit that failed')
  if (!mail.smtpUrl) throw new CommandError('SMTP_URL is not set, so the failure is not mailed.')
  const { brand, contact } = site
  const { send } = openMail({ ...mail, from: () => mail.from ?? { name: brand.name, address: contact.email }, folder: dataDir })
  await send({
    to: contact.email,
    subject: `${unit} failed on ${hostname()}`,
    text: `${unit} failed on ${hostname()} at ${new Date().toISOString()}.\n\nThe reason is in its log: journalctl --unit ${unit}\n`,
  })
  console.log(`Mailed to ${contact.email}`)
})
