import { expect, test } from 'vitest'
import type { Overview } from '#contracts/overview.ts'
import { checksOf } from './checks.ts'

const GB = 1024 ** 3

const GOOD: Overview = {
  counts: { books: 1, podcasts: 0, authors: 0, admins: 1, unreadMessages: 0 },
  latest: [],
  failedJobs: [],
  storage: { works: true, files: 12, bytes: 3 * GB, freeBytes: 50 * GB },
  database: { embedded: true, bytes: 9_000_000, version: '18.4 (Debian)' },
  settings: { production: true, publicUrl: 'https://lectern.example', demonstration: 'removed', contactDelivery: 'inbox' },
}
const worst = (overview: Overview) => checksOf(overview)[0]

test('when all is well, every check says so and asks for nothing', () => {
  const checks = checksOf(GOOD)
  expect(checks.map(({ state }) => state)).toEqual(checks.map(() => 'good'))
  expect(checks.filter(({ todo }) => todo)).toEqual([])
  expect(checks.find(({ title }) => title === 'Storage')?.says).toMatch(/^12 files take 3\.00 GB; 50\.00 GB are free\.$/)
})

test.each<[string, string, Partial<Overview>]>([
  ['Storage', 'bad', { storage: { ...GOOD.storage, works: false } }],
  ['Storage', 'bad', { storage: { ...GOOD.storage, freeBytes: GB } }],
  ['Storage', 'notice', { storage: { ...GOOD.storage, freeBytes: 5 * GB } }],
  ['Clearing away unused files', 'bad', { failedJobs: [{ name: 'media-sweep', at: '2026-01-01T00:00:00.000Z', reason: 'no room' }] }],
  ['Address of the site', 'notice', { settings: { ...GOOD.settings, publicUrl: null, production: false } }],
  ['Address of the site', 'notice', { settings: { ...GOOD.settings, publicUrl: 'http://lectern.example' } }],
  ['Demonstration', 'bad', { settings: { ...GOOD.settings, demonstration: 'loaded' } }],
  ['Contact form', 'notice', { settings: { ...GOOD.settings, contactDelivery: 'simulate' } }],
])('%s is %s, comes first and says what to do', (title, state, changes) => {
  expect(worst({ ...GOOD, ...changes })).toMatchObject({ title, state, todo: expect.stringMatching(/\w+.*\.$/) })
})
