import { parseArgs } from 'node:util'
import { AdminFields } from '#contracts/admin/admin.ts'
import { CommandError, ProblemError } from '#server/platform/problems.ts'
import { askPassword } from './support/ask-password.ts'
import { findAdmin } from './support/find-admin.ts'
import { runCommand, withServices } from './support/run-command.ts'

/** Sets a new password for an administrator who forgot the old one, even while the server runs: `npm run admin:password -- --email E` */
await runCommand(async ({ config }) => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, password: { type: 'string' } } })
  const email = values.email?.trim()
  if (!email) throw new CommandError('Missing option: --email E')
  await withServices(config, async (services) => {
    const admin = await findAdmin(services, email)
    const password = AdminFields.shape.password.safeParse(values.password ?? (await askPassword()))
    if (!password.success) throw new CommandError(password.error.issues.map(({ message }) => message).join('\n'))
    await services.admin.admins.change(admin.id, { password: password.data }).catch(explainRefusal)
    console.log(`${admin.firstname} ${admin.lastname} can now sign in with the new password. Every session of the account has ended.`)
  })
})

function explainRefusal(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  throw new CommandError(error.errors?.map(({ message }) => message).join('\n') ?? error.message)
}
