import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { policies } from './policies.ts'
import { definePolicy } from './policy-schema.ts'
import { writePrivacy } from './privacy.ts'
import { terms } from './terms.ts'

test('what becomes of messages is said as it is', () => {
  const messages = (delivery: 'simulate' | 'inbox') => JSON.stringify(writePrivacy({ delivery }))
  expect(messages('simulate')).toContain('goes nowhere')
  expect(messages('simulate')).not.toContain('until somebody here deletes')
  expect(messages('inbox')).toContain('until somebody here deletes')
})

test('a part without words is named, by the file that it stands in', () => {
  const [first, ...others] = terms.sections
  expect(() => definePolicy('site/policies/terms.ts', { ...terms, lead: ' ' })).toThrow(/site\/policies\/terms\.ts:\n {2}lead/)
  expect(() => definePolicy('site/policies/terms.ts', { ...terms, sections: [{ title: first?.title ?? '' }, ...others] })).toThrow(
    'something under each title',
  )
})

test('every page has words', () => {
  for (const write of Object.values(policies)) expect(write({ delivery: 'inbox' }).sections.length).toBeGreaterThan(4)
})

/*
 * Names of cookies and of what is stored are typed, and each has words (kept-in-browsers.ts). What goes past those types is seen here.
 */
test.each([
  // What runs before the first paint asks for one name, and keeps nothing.
  ['localStorage', ['web/lib/storage/local-storage.ts', 'web/document/start-after-paint.ts']],
  ['sessionStorage', ['web/features/admin/kit/form/drafts.ts', 'web/lib/email-codes/requested-code.ts']],
  ['indexedDB', []],
  ['caches.', []],
  ['document.cookie', []],
  ['cookieStore', []],
])('browsers keep nothing in %s but through what has a typed name', async (api, allowed) => {
  expect(await filesWith('web', api)).toEqual(allowed)
})

test('cookies are set in two places, under typed names', async () => {
  const places = await filesWith('server', 'setCookie(')
  expect(places).toEqual(['server/features/access/access.routes.ts', 'server/features/admins/sessions.routes.ts'])
  for (const place of places) expect(await readFile(place, 'utf8')).toContain(': CookieName = ')
})

async function filesWith(folder: string, words: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(`${folder}/**/*.{ts,tsx}`)) {
    if (file.includes('.test.')) continue
    const code = (await readFile(file, 'utf8')).replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')
    if (code.includes(words)) found.push(file)
  }
  return found.toSorted()
}
