import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Admin } from '#contracts/admin/admin.ts'
import { invalidRequest } from '#server/platform/problems.ts'

/** List of common passwords that are long enough, the most common first: from `@zxcvbn-ts/language-common`, in lower case. */
const LIST = join(import.meta.dirname, 'common-passwords.txt')

/** Sequences that make a password guessable: keyboard rows of three layouts, the alphabet and the digits. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ...['qwertzuiop', 'yxcvbnm'],
  ...['azertyuiop', 'qsdfghjklm', 'wxcvbn'],
]
const SEQUENCES = ROWS.flatMap((row) => [row, [...row].reverse().join('')])
const MIN_RUN = 3
const MAX_TAIL = 2
/** Maximum number of digits and symbols added to a name, such as a year and an exclamation mark, in a guessable password. */
const MAX_ADDED = 6

/** Returns the reason why a password is easy to guess for an account, or undefined if the password is not guessable. */
export async function whyGuessable(password: string, account: Omit<Admin, 'id'>, brand: string): Promise<string | undefined> {
  const plain = password.normalize('NFKC').toLowerCase()
  if (/^(.{1,2})\1+.?$/u.test(plain) || isSequence(plain.replace(/[\s._-]/g, '')))
    return 'Don’t use a repeated character or a sequence, such as aaaaaa, abcdef or qwerty.'
  if (isName(plain, namesOf(account))) return 'Don’t use the account’s name or email address as its password.'
  if (isName(plain, [brand])) return 'Don’t use the name of this site as the password.'
  // The list of common passwords is read from disk on each call, since passwords are set rarely.
  const common = (await readFile(LIST, 'utf8')).split('\n')
  return common.includes(plain) ? 'Many people use this password, so it is easy to guess. Choose another one.' : undefined
}

/**
 * Throws if a password is easy to guess for an account.
 * @throws ProblemError about the field `password`
 */
export async function refuseGuessable(password: string, account: Omit<Admin, 'id'>, brand: string): Promise<void> {
  const message = await whyGuessable(password, account, brand)
  if (message) throw invalidRequest([{ field: 'password', message }])
}

/** Returns whether a text consists of runs, apart from up to two characters at its end: `123456`, `qweasd`, `aaa321`, `aaaaaa1!`. */
function isSequence(text: string, isRest = false): boolean {
  if (isRest && text.length <= MAX_TAIL) return true
  for (let length = text.length; length >= MIN_RUN; length--) {
    const run = text.slice(0, length)
    const isRun = run === text.charAt(0).repeat(length) || SEQUENCES.some((sequence) => sequence.includes(run))
    if (isRun && isSequence(text.slice(length), true)) return true
  }
  return false
}

/** Returns whether the password is one of the names, apart from spaces, symbols and a few digits. */
function isName(password: string, names: string[]): boolean {
  const letters = lettersOf(password)
  return names
    .map((name) => name.normalize('NFKC').toLowerCase())
    .some((name) => name === password || (letters !== '' && letters === lettersOf(name) && password.length - letters.length <= MAX_ADDED))
}

function lettersOf(text: string) {
  return text.replace(/\P{L}/gu, '')
}

function namesOf({ firstname, lastname, email }: Omit<Admin, 'id'>): string[] {
  const [mailbox = '', domain = ''] = email.split('@')
  return [email, mailbox, domain, domain.split('.')[0] ?? '', firstname, lastname, `${firstname}${lastname}`, `${lastname}${firstname}`]
}
