import type { Admin } from '#contracts/admin/admin.ts'
import { storedEmail } from '#contracts/common/email-format.ts'
import type { Services } from '#server/boot/services.ts'
import { CommandError } from '#server/platform/problems.ts'

export async function findAdmin({ admin: { admins } }: Pick<Services, 'admin'>, email: string): Promise<Admin> {
  const admin = (await admins.list()).find((candidate) => candidate.email.toLowerCase() === storedEmail(email).toLowerCase())
  if (!admin) throw new CommandError(`No admin account has the email address ${email}.`)
  return admin
}
