import { parseArgs } from 'node:util'
import { AdminFields } from '#contracts/admin.ts'
import { readConfig } from '#server/config.ts'
import { ProblemError } from '#server/platform/problems.ts'
import { openServices } from '#server/services.ts'
import { askPassword } from './support/ask-password.ts'

/** Makes an admin account, also while the app runs: `npm run admin:create -- --email E --firstname F --lastname L` */
const { values } = parseArgs({
  options: { email: { type: 'string' }, firstname: { type: 'string' }, lastname: { type: 'string' }, password: { type: 'string' } },
})

const fields = AdminFields.safeParse({ ...values, password: values.password ?? (await askPassword()) })
if (!fields.success) {
  console.error(fields.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`).join('\n'))
  process.exit(1)
}
const services = await openServices(readConfig(process.env))
try {
  const admin = await services.admins.add(fields.data)
  console.log(`Made an admin account for ${admin.firstname} ${admin.lastname} <${admin.email}>.`)
} catch (error) {
  if (!(error instanceof ProblemError)) throw error
  console.error(error.errors?.map(({ field, message }) => `--${field}: ${message}`).join('\n') ?? error.message)
  process.exitCode = 1
} finally {
  await services.close()
}
