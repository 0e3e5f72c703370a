import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { defaultContent } from '../default-content.ts'
import { policies } from './policies.ts'
import { definePolicy } from './policy-schema.ts'
import { writePrivacy } from './privacy.ts'
import { writeTerms } from './terms.ts'

const { brand, contact } = defaultContent
const terms = writeTerms({ brand, contact, delivery: 'inbox' })

test('the privacy page describes the handling of contact messages for each delivery setting', () => {
  const messages = (delivery: 'simulate' | 'inbox') => JSON.stringify(writePrivacy({ brand, contact, delivery }))
  expect(messages('simulate')).toContain('is not sent anywhere')
  expect(messages('simulate')).not.toContain('until an administrator deletes')
  expect(messages('inbox')).toContain('until an administrator deletes')
})

test('the privacy page states whether access logs contain addresses, and for how long', () => {
  const page = (addressLogDays: number) => JSON.stringify(writePrivacy({ brand, contact, delivery: 'inbox', addressLogDays }))
  expect(page(0)).toContain('it contains no network addresses')
  expect(page(14)).toContain('with the network address of the request')
  expect(page(14)).toContain('Deleted after 14 days.')
  expect(page(14)).not.toContain('It is not a list of visitors')
})

test('an empty policy text is reported with its file', () => {
  const [first, ...others] = terms.sections
  expect(() => definePolicy('site/policies/terms.ts', { ...terms, lead: ' ' })).toThrow(/site\/policies\/terms\.ts:\n {2}lead/)
  expect(() => definePolicy('site/policies/terms.ts', { ...terms, sections: [{ title: first?.title ?? '' }, ...others] })).toThrow(
    'every section needs content below its title',
  )
})

test('every policy has sections, and names the published brand and contact details', () => {
  for (const write of Object.values(policies)) {
    const policy = write({ brand: { ...brand, name: 'Mwenje' }, contact: { ...contact, email: 'shop@mwenje.example' }, delivery: 'inbox' })
    expect(policy.sections.length).toBeGreaterThan(4)
    expect(JSON.stringify(policy)).toContain('shop@mwenje.example')
    expect(JSON.stringify(policy)).not.toContain(brand.name)
  }
})

/*
 * The names of cookies and storage keys are typed, and the privacy page describes each (browser-storage.ts). This test finds code that
 * bypasses those types.
 */
test.each([
  // The script before the first paint reads one key and stores nothing.
  ['localStorage', ['web/admin/kit/form/drafts.ts', 'web/document/start-after-paint.ts', 'web/lib/storage/local-storage.ts']],
  ['sessionStorage', ['web/lib/email-codes/requested-code.ts']],
  ['indexedDB', []],
  ['caches.', ['web/lib/downloads/cache-storage.ts', 'web/service-worker/remove-worker.ts', 'web/site/layout/offline-document.tsx']],
  ['document.cookie', []],
  ['cookieStore', []],
])('%s is used only in files with typed names', async (api, allowed) => {
  expect(await filesWith('web', api)).toEqual(allowed)
})

test('cookies are set in three files only, under typed names', async () => {
  const places = await filesWith('server', 'setCookie(')
  expect(places).toEqual([
    'server/admin/accounts/sessions.routes.ts',
    'server/shop/access/access.routes.ts',
    'server/site/content/previews.routes.ts',
  ])
  for (const place of places) expect(await readFile(place, 'utf8')).toContain(': CookieName = ')
})

async function filesWith(folder: string, text: string): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(`${folder}/**/*.{ts,tsx}`)) {
    if (file.includes('.test.')) continue
    const code = (await readFile(file, 'utf8')).replace(/^\s*(\*|\/\/|\/\*).*$/gm, '')
    if (code.includes(text)) found.push(file)
  }
  return found.toSorted()
}
