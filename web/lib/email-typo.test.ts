import { expect, test } from 'vitest'
import { suggestEmail } from './email-typo.ts'

test.each([
  ['rudo@gmial.com', 'rudo@gmail.com'],
  ['rudo@gamil.com', 'rudo@gmail.com'],
  ['rudo@gmal.com', 'rudo@gmail.com'],
  ['rudo@gmaill.com', 'rudo@gmail.com'],
  ['rudo@gmail.con', 'rudo@gmail.com'],
  ['rudo@gmail.co', 'rudo@gmail.com'],
  [' Rudo.Moyo@GMIAL.com ', 'Rudo.Moyo@gmail.com'],
  ['rudo@yaho.com', 'rudo@yahoo.com'],
  ['rudo@yahoo.co.u', 'rudo@yahoo.co.uk'],
  ['rudo@hotmial.com', 'rudo@hotmail.com'],
  ['rudo@outlok.com', 'rudo@outlook.com'],
  ['rudo@lectern.con', 'rudo@lectern.com'],
  ['a@b@gmial.com', 'a@b@gmail.com'],
])('%s probably means %s', (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant)
})

test.each([
  ...['', '@', '@gmial.com', 'rudo', 'gmial.com', 'rudo@', 'rudo@gmail.com', 'rudo@GMAIL.com', 'rudo@ymail.com', 'rudo@mail.com'],
  ...['rudo@email.com', 'rudo@gmx.com', 'rudo@lectern.example', 'rudo@mail.co.zw', 'rudo@economy.com', 'rudo@gaml.org', 'rudo@com'],
])('%s stays as it is', (typed) => {
  expect(suggestEmail(typed)).toBeUndefined()
})
