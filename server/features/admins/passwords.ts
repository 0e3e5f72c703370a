import { hash, verify } from '@node-rs/argon2'

/** argon2id with the library's defaults, which are OWASP's first recommendation (19 MiB, 2 passes). */
export const hashPassword = (password: string) => hash(password)

/** Stands in for an account that does not exist, so that an unknown e-mail takes as long to refuse as a wrong password. */
const nobody = hashPassword('nobody has this password')

/** Whether the password is the account's; without an account, the work is done all the same and the answer is no. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobody), password)
  return right && passwordHash !== undefined
}
