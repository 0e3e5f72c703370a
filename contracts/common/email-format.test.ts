import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { isEmail, storedEmail } from './email-format.ts'

test.each([
  ['rudo@example.com', 'rudo@example.com'],
  [' Rudo@Example.com\n', 'Rudo@Example.com'],
  ['\u202aRudo@Example.com\u202c', 'Rudo@Example.com'],
  ['rudo\u200b@example\u00ad.com', 'rudo@example.com'],
  ['rudo@bücher.example', 'rudo@xn--bcher-kva.example'],
  ['rudo@BU\u0308CHER.example', 'rudo@xn--bcher-kva.example'],
  ['rudo@例え。テスト', 'rudo@xn--r8jz45g.xn--zckzah'],
  ['rudo@xn--bcher-kva.example', 'rudo@xn--bcher-kva.example'],
])('%j is stored as %s', (text, stored) => {
  expect(storedEmail(text)).toBe(stored)
  expect(isEmail(text)).toBe(true)
})

test.each(['rudo@bücher.example:80', 'rudo@bücher.example/x', 'rudo@%62ücher.example', 'a@b@bücher.example', 'rudo@ü', 'rudo@ü..example'])(
  '%s is not an email address',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)

test('email address patterns are defined only in email-format.ts', async () => {
  const elsewhere: string[] = []
  for await (const file of glob('{contracts,server,site,web,scripts}/**/*.{ts,tsx}')) {
    if (/^contracts\/common\/email(-format)?\.ts$|\.test\.tsx?$/.test(file)) continue
    const text = await readFile(file, 'utf8')
    if (/z\.email\(|EMAIL_FORMAT\s*=|type="email".*pattern=/.test(text)) elsewhere.push(file)
  }
  expect(elsewhere).toEqual([])
})
