import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { openMail } from '#server/platform/mail/open-mail.ts'
import { CommandError } from '#server/platform/problems.ts'
import { runCommand, withServices } from './support/run-command.ts'

/** Sends an email about the failure of a systemd unit to the address of the site: `lectern mail:failure lectern-backup.service` */
await runCommand(async ({ config }) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [unit] = positionals
  if (!unit) throw new CommandError('Missing argument: the name of the unit that failed')
  if (!config.mail.smtpUrl) throw new CommandError('SMTP_URL is not set, so no email about the failure is sent.')
  const message = {
    subject: `${unit} failed on ${hostname()}`,
    text: `${unit} failed on ${hostname()} at ${new Date().toISOString()}.\n\nThe reason is in its log: journalctl --unit ${unit}\n`,
  }
  const to = await withServices(config, async ({ siteContent, mail }) => {
    const { email } = siteContent().contact
    await mail.send({ ...message, to: email })
    return email
  }).catch((error: unknown) => mailWithoutDatabase(config, message, error))
  console.log(`Sent an email to ${to}`)
})

/** Sends the email to the address of MAIL_FROM, since the database with the address of the site may be unavailable, or the files in `site/` wrong. */
async function mailWithoutDatabase({ dataDir, mail }: Config, message: { subject: string; text: string }, reason: unknown) {
  const { from } = mail
  if (!from) throw reason
  const { send } = openMail({ ...mail, from: () => from, folder: dataDir })
  await send({ ...message, to: from.address }).catch((error: Error) => {
    throw new CommandError(error.message, { cause: error })
  })
  return from.address
}
