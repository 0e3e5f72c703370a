import { parseArgs } from 'node:util'
import { CommandError } from '#server/platform/problems.ts'
import { findAdmin } from './support/find-admin.ts'
import { runCommand, withServices } from './support/run-command.ts'

/** Turns off two-step sign-in for an administrator who lost both phone and recovery codes: `npm run admin:reset-totp -- --email E` */
await runCommand(async ({ config }) => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const email = values.email?.trim()
  if (!email) throw new CommandError('Missing option: --email E')
  await withServices(config, async (services) => {
    const admin = await findAdmin(services, email)
    await services.admin.totp.remove(admin.id)
    console.log(`${admin.firstname} ${admin.lastname} can now sign in with the password alone.`)
  })
})
