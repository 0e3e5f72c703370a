import { hash, verify } from '@node-rs/argon2'
import { createHashingQueue } from './hashing-queue.ts'

/**
 * Hashing a password takes 19 MiB and a thread of the pool that also reads files. Only one password is hashed at a time, so that the other
 * threads stay free, however many people sign in.
 */
export const queueHashing = createHashingQueue({ width: 1, maxWaiting: 100 })

/**
 * Prepares a password for hashing (RFC 8265 §4.2.2), so that keyboards that compose characters in different ways type the same password.
 */
const prepare = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** Hashes a password with argon2id and the library's defaults, which are OWASP's first recommendation (19 MiB, 2 passes). */
export const hashPassword = (password: string) => queueHashing(() => hash(prepare(password)), { prioritized: true })

/** Hash to compare with when no account exists, so that refusing an unknown email takes as long as refusing a wrong password. */
const dummyHash = hashPassword('nobody has this password')

/** Returns whether the password matches the hash; takes equally long without a hash. The caller uses the hashing queue. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  // Older hashes were made without `prepare`, from the characters as the keyboard sent them.
  const spellings = new Set([prepare(password), password.normalize('NFC'), password.normalize('NFD')])
  for (const spelling of spellings) {
    const isRight = await verify(passwordHash ?? (await dummyHash), spelling)
    if (isRight) return passwordHash !== undefined
  }
  return false
}

export type VerifyPassword = typeof verifyPassword

/** Verifies the password of a signed-in admin in the hashing queue, with priority. */
export const checkPassword = (passwordHash: string | undefined, password: string) =>
  queueHashing(() => verifyPassword(passwordHash, password), { prioritized: true })
