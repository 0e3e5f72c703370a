import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH } from '#contracts/admin.ts'
import { whyGuessable } from './guessable-password.ts'

const RUDO = { firstname: 'Rudorwashe', lastname: 'Moyo', email: 'r.moyo@Lectern.example' }

test.each(['123456', 'password', 'PassWord', 'iloveyou', 'qwerty123'])('%s is tried first', async (password) => {
  expect(await whyGuessable(password, RUDO)).toMatch('many people have it')
})

test.each(['rudorwashe', 'RUDORWASHE MOYO', 'rudorwashemoyo', 'rudorwashe.moyo', 'R.Moyo', 'r.moyo@lectern.example'])(
  '%s is the account’s own name',
  async (password) => {
    expect(await whyGuessable(password, RUDO)).toMatch('own name or e-mail')
  },
)

test.each(['sixsix', 'correct horse', 'rudo', ' 123456 '])('“%s” is none of them', async (password) => {
  expect(await whyGuessable(password, RUDO)).toBeUndefined()
})

test('the list is the first thousand of the package that it comes from; after an update it is written anew', async () => {
  const commonest = (dictionary['passwords-common'] as string[]).filter((word) => word.length >= PASSWORD_MIN_LENGTH).slice(0, 1000)
  expect(await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')).toBe(`${commonest.join('\n')}\n`)
})
