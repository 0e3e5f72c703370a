import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH } from '#contracts/admin/admin.ts'
import { whyGuessable } from './guessable-password.ts'

const RUDO = { firstname: 'Rudorwashe', lastname: 'Moyo', email: 'r.moyo@Lectern.example' }

test.each(['123456', 'password', 'PassWord', 'iloveyou', 'qwerty123'])('%s is guessable: a common password', async (password) => {
  expect(await whyGuessable(password, RUDO)).toMatch('Many people use this password')
})

test.each(['rudorwashe', 'RUDORWASHE MOYO', 'rudorwashemoyo', 'rudorwashe.moyo', 'R.Moyo', 'r.moyo@lectern.example'])(
  '%s is guessable: a name of the account',
  async (password) => {
    expect(await whyGuessable(password, RUDO)).toMatch('account’s name or e-mail')
  },
)

test.each(['sixsix', 'correct horse', 'rudo', ' 123456 '])('“%s” is not guessable', async (password) => {
  expect(await whyGuessable(password, RUDO)).toBeUndefined()
})

test('the list holds the first thousand passwords of its source package, and must be regenerated when that changes', async () => {
  const commonest = (dictionary['passwords-common'] as string[]).filter((word) => word.length >= PASSWORD_MIN_LENGTH).slice(0, 1000)
  expect(await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')).toBe(`${commonest.join('\n')}\n`)
})
