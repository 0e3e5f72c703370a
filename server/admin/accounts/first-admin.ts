import { randomBytes } from 'node:crypto'
import type { AdminService } from './admins.service.ts'

const FIRST_ADMIN_EMAIL = 'admin@lectern.example'

/** Creates an admin with a random password when the database has none. The password is returned once and never stored. */
export async function createFirstAdmin(admins: AdminService): Promise<{ email: string; password: string } | undefined> {
  if ((await admins.count()) > 0) return undefined
  const password = randomBytes(12).toString('base64url')
  const created = await admins
    .add({ firstname: 'Demonstration', lastname: 'Admin', email: FIRST_ADMIN_EMAIL, password })
    .catch(() => undefined)
  // Another instance on the same database may have created the first admin already.
  return created && { email: FIRST_ADMIN_EMAIL, password }
}
