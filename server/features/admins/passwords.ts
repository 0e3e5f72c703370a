import { hash, verify } from '@node-rs/argon2'
import { createHashingQueue } from './hashing-queue.ts'

/**
 * Hashing takes the threads that also read files, and 19 MiB. One at a time, for the whole process, as the threads are: that leaves
 * the others to everybody else, however many sign in.
 */
export const takeTurn = createHashingQueue({ width: 1, maxWaiting: 16 })

/** argon2id with the library's defaults, which are OWASP's first recommendation (19 MiB, 2 passes). */
export const hashPassword = (password: string) => takeTurn(() => hash(password), { goesFirst: true })

/** Stands in for an account that does not exist, so that an unknown e-mail takes as long to refuse as a wrong password. */
const nobody = hashPassword('nobody has this password')

/** Whether the password is the account's; without an account, the work is done all the same and the answer is no. In a turn that the caller has. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? (await nobody), password)
  return right && passwordHash !== undefined
}

export type VerifyPassword = typeof verifyPassword

/** The same in a turn of its own, for somebody who is signed in. */
export const checkPassword = (passwordHash: string | undefined, password: string) =>
  takeTurn(() => verifyPassword(passwordHash, password), { goesFirst: true })
