import { parseArgs } from 'node:util'
import { CommandError } from '#server/platform/problems.ts'
import { openServices } from '#server/services.ts'
import { findAdmin } from './support/find-admin.ts'
import { runCommand } from './support/run-command.ts'

/** Lets an admin who lost phone and recovery codes in with the password alone: `npm run admin:reset-totp -- --email E` */
await runCommand(async ({ config }) => {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const email = values.email?.trim()
  if (!email) throw new CommandError('Say whose: --email E')
  const services = await openServices(config)
  try {
    const admin = await findAdmin(services, email)
    await services.totp.reset(admin.id)
    console.log(`${admin.firstname} ${admin.lastname} signs in with the password alone now.`)
  } finally {
    await services.close()
  }
})
