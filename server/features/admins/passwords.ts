import { hash, verify } from '@node-rs/argon2'
import { createHashingQueue } from './hashing-queue.ts'

/*
 * One queue for the whole process, as the threads are: hashing takes those that also read files. One hash at a time leaves the
 * others to everybody else, and takes 19 MiB, however many sign in.
 */
const queue = createHashingQueue({ width: 1, maxWaiting: 16 })

/** argon2id with the library's defaults, which are OWASP's first recommendation (19 MiB, 2 passes). */
export const hashPassword = (password: string) => queue(() => hash(password), { goesFirst: true })

/** Stands in for an account that does not exist, so that an unknown e-mail takes as long to refuse as a wrong password. */
const nobody = hashPassword('nobody has this password')

export type CheckPassword = typeof checkPassword

/**
 * Whether the password is the account's; without an account, the work is done all the same and the answer is no.
 * @param goesFirst before those who wait and whom nobody knows
 * @throws ProblemError 503 when too many wait already
 */
export async function checkPassword(passwordHash: string | undefined, password: string, { goesFirst = false } = {}): Promise<boolean> {
  const stored = passwordHash ?? (await nobody)
  const right = await queue(() => verify(stored, password), { goesFirst })
  return right && passwordHash !== undefined
}
