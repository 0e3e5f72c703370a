import { hash, verify } from '@node-rs/argon2'
import { createHashingQueue } from './hashing-queue.ts'

/**
 * Hashing takes 19 MiB and a thread of the pool that also reads files. One hash at a time for the whole process leaves the other
 * threads free, however many sign in.
 */
export const queueHashing = createHashingQueue({ width: 1, maxWaiting: 16 })

/** argon2id with the library's defaults, which are OWASP's first recommendation (19 MiB, 2 passes). */
export const hashPassword = (password: string) => queueHashing(() => hash(password), { prioritized: true })

/** Compared with when there is no account, so that an unknown e-mail takes as long to refuse as a wrong password. */
const dummyHash = hashPassword('nobody has this password')

/** Whether the password is the account's. Takes as long without an account. The caller queues the work. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await dummyHash), password)
  return isRight && passwordHash !== undefined
}

export type VerifyPassword = typeof verifyPassword

/** The same, queued; for admins who are signed in. */
export const checkPassword = (passwordHash: string | undefined, password: string) =>
  queueHashing(() => verifyPassword(passwordHash, password), { prioritized: true })
