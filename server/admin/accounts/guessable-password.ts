import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Admin } from '#contracts/admin/admin.ts'
import { invalidRequest } from '#server/platform/problems.ts'

/** The most common passwords that are long enough, the most common first: from `@zxcvbn-ts/language-common`, in lower case. */
const LIST = join(import.meta.dirname, 'common-passwords.txt')

/** Returns why a password is easy to guess for an account, or undefined when it is not. */
export async function whyGuessable(password: string, account: Omit<Admin, 'id'>): Promise<string | undefined> {
  const lowerCase = password.toLowerCase()
  if (namesOf(account).includes(lowerCase)) return 'Don’t use the account’s name or e-mail address as its password.'
  // Read from disk on each call: passwords are set rarely.
  const common = (await readFile(LIST, 'utf8')).split('\n')
  return common.includes(lowerCase) ? 'Many people use this password, so it is easy to guess. Choose another one.' : undefined
}

/** @throws ProblemError about the field `password` when it is easy to guess */
export async function refuseGuessable(password: string, account: Omit<Admin, 'id'>): Promise<void> {
  const message = await whyGuessable(password, account)
  if (message) throw invalidRequest([{ field: 'password', message }])
}

function namesOf({ firstname, lastname, email }: Omit<Admin, 'id'>): string[] {
  const [mailbox = ''] = email.split('@')
  const names = [email, mailbox, firstname, lastname, `${firstname}${lastname}`, `${firstname} ${lastname}`, `${firstname}.${lastname}`]
  return names.map((name) => name.toLowerCase())
}
