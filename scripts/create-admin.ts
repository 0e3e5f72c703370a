import { parseArgs } from 'node:util'
import { AdminFields } from '#contracts/admin/admin.ts'
import { normalizeTexts } from '#server/platform/normalize-text.ts'
import { CommandError, ProblemError } from '#server/platform/problems.ts'
import { askPassword } from './support/ask-password.ts'
import { runCommand, withServices } from './support/run-command.ts'

/** Creates an administrator account, even while the server runs: `npm run admin:create -- --email E --firstname F --lastname L` */
await runCommand(async ({ config }) => {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, firstname: { type: 'string' }, lastname: { type: 'string' }, password: { type: 'string' } },
  })
  const fields = AdminFields.safeParse(normalizeTexts({ ...values, password: values.password ?? (await askPassword()) }))
  if (!fields.success) throw new CommandError(fields.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'))
  await withServices(config, async ({ admin: { admins } }) => {
    const admin = await admins.add(fields.data).catch(explainRefusal)
    console.log(`Created an admin account for ${admin.firstname} ${admin.lastname} <${admin.email}>.`)
  })
})

function explainRefusal(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error
  throw new CommandError(error.errors?.map(({ field, message }) => `--${field}: ${message}`).join('\n') ?? error.message)
}
