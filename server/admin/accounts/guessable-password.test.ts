import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH } from '#contracts/admin/admin.ts'
import { whyGuessable } from './guessable-password.ts'

const RUDO = { firstname: 'Rudorwashe', lastname: 'Moyo', email: 'r.moyo@Lectern.example' }

test.each(['password', 'PassWord', 'iloveyou', 'ｄｒａｇｏｎ'])('%s is guessable: a common password', async (password) => {
  expect(await whyGuessable(password, RUDO, 'Lectern Books')).toMatch('Many people use this password')
})

test.each([
  'rudorwashe',
  'RUDORWASHE MOYO',
  'rudorwashemoyo',
  'rudorwashe.moyo',
  'R.Moyo',
  'r.moyo@lectern.example',
  'Moyo2026!',
  'moyo-rudorwashe',
  'lectern',
])('%s is guessable: a name of the account', async (password) => {
  expect(await whyGuessable(password, RUDO, 'Lectern Books')).toMatch('account’s name or email')
})

test.each(['lectern books', 'LecternBooks1', 'lectern.books!'])('%s is guessable: a form of the site’s name', async (password) => {
  expect(await whyGuessable(password, RUDO, 'Lectern Books')).toMatch('name of this site')
})

test.each([
  'aaaaaa',
  'ａａａａａａ',
  '......',
  'ababab',
  '1212121',
  '123456',
  '987654',
  '78901234',
  'abcdef',
  'qwertz',
  'poiuyt',
  'qweasdzxc',
  '111222',
  'abc123',
  'aaaaaa1!',
  'zyxwvu7',
  'abc-def-ghi',
  ' 123456 ',
])('%s is guessable: a repetition or a sequence', async (password) => {
  expect(await whyGuessable(password, RUDO, 'Lectern Books')).toMatch('repeated character or a sequence')
})

test.each(['sixsix', 'correct horse', 'rudo', '246801', 'Moyo84617253', 'rudo likes 456789', 'sixty lecterns'])(
  'the password “%s” is not guessable',
  async (password) => {
    expect(await whyGuessable(password, RUDO, 'Lectern Books')).toBeUndefined()
  },
)

test('the list of common passwords holds the first thousand of its source package, and must be regenerated when the package changes', async () => {
  const commonest = (dictionary['passwords-common'] as string[]).filter((word) => word.length >= PASSWORD_MIN_LENGTH).slice(0, 1000)
  expect(await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')).toBe(`${commonest.join('\n')}\n`)
})
