import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { PolicyTexts } from '#contracts/site/policy-texts.ts'
import { defaultContent } from '../default-content.ts'
import { policies } from './policies.ts'
import { writePrivacy } from './privacy.ts'

const { brand, contact } = defaultContent
const facts = { brand, contact, texts: defaultContent.policies, refundDays: 14, delivery: 'inbox' as const, addressLogDays: 0 }
const write = (name: string, changes: Partial<typeof facts> = {}) => policies[name]?.({ ...facts, ...changes })

test('the privacy page describes the handling of contact messages for each delivery setting', () => {
  const messages = (delivery: 'simulate' | 'inbox') => JSON.stringify(writePrivacy({ brand, delivery, addressLogDays: 0 }))
  expect(messages('simulate')).toContain('is not sent anywhere')
  expect(messages('simulate')).not.toContain('until an administrator deletes')
  expect(messages('inbox')).toContain('until an administrator deletes')
})

test('the privacy page states whether access logs contain IP addresses, and for how long', () => {
  const page = (addressLogDays: number) => JSON.stringify(writePrivacy({ brand, delivery: 'inbox', addressLogDays }))
  expect(page(0)).toContain('it contains no network addresses')
  expect(page(14)).toContain('with the network address of the request')
  expect(page(14)).toContain('Deleted after 14 days.')
  expect(page(14)).not.toContain('It is not a list of visitors')
})

test('the owner’s policy texts are completed with the contact details and the number of days for refunds', () => {
  for (const name of Object.keys(policies)) {
    const policy = write(name, { brand: { ...brand, name: 'Mwenje' }, contact: { ...contact, email: 'shop@mwenje.example' } })
    expect(policy?.sections.length).toBeGreaterThan(4)
    expect(JSON.stringify(policy)).toContain('shop@mwenje.example')
    expect(JSON.stringify(policy)).not.toContain(brand.name)
    expect(JSON.stringify(policy)).not.toMatch(/\{\w+\}/)
  }
  expect(JSON.stringify(write('refunds'))).toContain('You changed your mind within 14 days')
})

test('the privacy page combines the owner’s texts with the description of data that the software stores, and states the later of their dates', () => {
  const part = { title: 'Our promise', paragraphs: ['We sell nothing about you.'], list: [] }
  const texts = { ...facts.texts, privacy: { lead: 'In short.', parts: [part] }, changed: '2031-01-02' }
  const policy = write('privacy', { texts })
  expect(policy).toMatchObject({ lead: 'In short.', changed: '2031-01-02' })
  expect(policy?.sections.map(({ title }) => title)).toEqual(expect.arrayContaining(['On our server', 'Our promise', 'For administrators']))
  expect(write('privacy', { texts: { ...texts, changed: '2001-01-01' } })?.changed).toBe('2026-11-26')
})

test('policy texts with an unknown placeholder or an empty part are refused, and the error names the fields', () => {
  const [first, ...others] = facts.texts.terms.parts
  const fieldsOf = (part: object) =>
    PolicyTexts.safeParse({ ...facts.texts, terms: { ...facts.texts.terms, parts: [{ ...first, ...part }, ...others] } }).error?.issues.map(
      ({ path }) => path.join('.'),
    )
  expect(fieldsOf({ paragraphs: ['Write to {fax}.'] })).toEqual(['terms.parts.0.paragraphs.0'])
  expect(fieldsOf({ paragraphs: [], list: [] })).toEqual(['terms.parts.0.paragraphs'])
  expect(fieldsOf({ paragraphs: ['A {brace, {email} and }'] })).toBeUndefined()
})

/* This test finds code that bypasses the types of cookie names and storage keys in browser-storage.ts, through which the privacy page
   describes each name. */
test.each([
  // `mark-visitor.ts` is allowed, since its script before the first paint only reads and stores nothing.
  ['localStorage', ['web/document/mark-visitor.ts', 'web/lib/storage/local-storage.ts']],
  ['sessionStorage', ['web/lib/storage/session-storage.ts']],
  ['indexedDB', []],
  ['caches.', ['web/lib/storage/cache-storage.ts', 'web/service-worker/remove-worker.ts', 'web/site/layout/offline-document.tsx']],
  ['document.cookie', []],
  ['cookieStore', []],
])('%s is used only in files with typed names', async (api, allowed) => {
  expect(await filesWith('web', api)).toEqual(allowed)
})

test('cookies are set under typed names only', async () => {
  const names = new Set<string>()
  const typed = new Set<string>()
  for await (const file of glob('server/**/*.ts')) {
    if (file.includes('.test.')) continue
    const code = await readFile(file, 'utf8')
    for (const [, name] of code.matchAll(/\.setCookie\(\s*([^,]*),/g)) names.add(name ?? '')
    for (const [, name] of code.matchAll(/const (\w+): CookieName = /g)) typed.add(name ?? '')
  }
  expect(names).not.toHaveLength(0)
  expect(names.difference(typed)).toEqual(new Set())
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
