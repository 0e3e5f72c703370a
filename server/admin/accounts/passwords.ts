import { hash, verify } from '@node-rs/argon2'
import { createHashingQueue } from './hashing-queue.ts'

/**
 * Hashing takes 19 MiB and a thread of the pool that also reads files. Hashing one password at a time in the whole process leaves the other
 * threads free, however many people sign in.
 */
export const queueHashing = createHashingQueue({ width: 1, maxWaiting: 16 })

/**
 * Prepares a password for hashing (RFC 8265 §4.2.2), so that keyboards that compose characters in different ways type the same password.
 */
const prepare = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** argon2id with the library's defaults, which are OWASP's first recommendation (19 MiB, 2 passes). */
export const hashPassword = (password: string) => queueHashing(() => hash(prepare(password)), { prioritized: true })

/** Hash to compare with when there is no account, so that an unknown email takes as long to refuse as a wrong password. */
const dummyHash = hashPassword('nobody has this password')

/** Returns whether the password is the account's. Takes as long without an account. The caller queues the work. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  // Hashes from before this preparation was introduced are of the characters as the keyboard sent them.
  const spellings = new Set([prepare(password), password.normalize('NFC'), password.normalize('NFD')])
  for (const spelling of spellings) {
    const isRight = await verify(passwordHash ?? (await dummyHash), spelling)
    if (isRight) return passwordHash !== undefined
  }
  return false
}

export type VerifyPassword = typeof verifyPassword

/** Verifies a password in the hashing queue, prioritized; for signed-in admins. */
export const checkPassword = (passwordHash: string | undefined, password: string) =>
  queueHashing(() => verifyPassword(passwordHash, password), { prioritized: true })
