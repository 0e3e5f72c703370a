import { expect, test } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import { listChecks } from './checks.ts'

const GB = 1024 ** 3

const GOOD: Overview = {
  counts: { books: { total: 1, listed: 1 }, podcasts: { total: 0, listed: 0 }, authors: 0, admins: 1, unreadMessages: 0 },
  latest: [],
  app: { version: '1.2.3', commit: '1f2e3d4c', isBehindUntrustedProxy: false },
  backup: { finishedAt: new Date().toISOString(), bytes: 3 * GB },
  backgroundWork: 'running',
  failedJobs: [],
  storage: { store: 'disk', works: true, files: 12, bytes: 3 * GB, freeBytes: 50 * GB, minFreeBytes: GB },
  bookPages: { complete: 3, waiting: 1, failed: 0 },
  failedBooks: [],
  failedEpisodes: [],
  lightSound: { done: 3, waiting: 1, failed: 0, hasFfmpeg: true },
  database: { embedded: true, bytes: 9_000_000, version: '18.4 (Debian)', connections: { apps: 1, needed: 17, allowed: 57 } },
  mail: { kind: 'smtp', works: true, lost: [] },
  content: { readable: true, invalidSections: [], drafts: [] },
  payments: {
    gateways: [{ name: 'paynow', isTrial: false, currencies: ['USD', 'ZWG'] }],
    rate: 'current',
    disputed: 0,
    failedRefunds: 0,
    refundsDue: 0,
    unreadable: 0,
  },
  anonymous: {
    neverPaidOrders: { count: 20, max: 100 },
    messages: { count: 79, max: 100 },
    messagesToday: { count: 0, max: 10 },
  },
  settings: { production: true, publicUrl: 'https://lectern.example', demonstration: 'removed', contactDelivery: 'inbox' },
}
const TEST_GATEWAY: Overview['payments']['gateways'] = [{ name: 'test', isTrial: true, currencies: ['USD'] }]
const TEST_CARDS: Overview['payments']['gateways'] = [{ name: 'stripe', isTrial: true, currencies: ['USD'] }]
const worst = (overview: Overview) => listChecks(overview)[0]

test('without problems, every health check is good and gives no advice', () => {
  const checks = listChecks(GOOD)
  expect(checks.map(({ state }) => state)).toEqual(checks.map(() => 'good'))
  expect(checks.filter(({ advice }) => advice)).toEqual([])
  expect(checks.find(({ title }) => title === 'Storage')?.message).toMatch(/^12 files take 3\.00 GB; 50\.00 GB are free\.$/)
})

test('files in a bucket use no disk space, so a full disk does not lead to advice to delete files', () => {
  const storage = (changes: Partial<Overview['storage']>) =>
    listChecks({ ...GOOD, storage: { ...GOOD.storage, store: 's3', ...changes } }).find(({ title }) => title === 'Storage')
  expect(storage({})?.message).toMatch(/^12 files take 3\.00 GB in the bucket; 50\.00 GB are free on the server’s disk/)
  expect(storage({ freeBytes: GB / 2 })?.advice).toBe('Ask the operator for a larger disk.')
  expect(storage({ works: false })?.advice).toContain('bucket')
})

test.each<[string, string, Partial<Overview>]>([
  ['Storage', 'bad', { storage: { ...GOOD.storage, works: false } }],
  ['Texts and settings of the site', 'bad', { content: { readable: false, invalidSections: [], drafts: [] } }],
  [
    'Texts and settings of the site',
    'bad',
    { content: { readable: true, invalidSections: [{ name: 'brand', title: 'Brand' }], drafts: [] } },
  ],
  [
    'Drafts of the site',
    'notice',
    {
      content: {
        readable: true,
        invalidSections: [],
        drafts: [{ name: 'home', title: 'Home', at: '2026-01-01T10:00:00.000Z', by: 'Rudo' }],
      },
    },
  ],
  ['Storage', 'bad', { storage: { ...GOOD.storage, freeBytes: 1.5 * GB } }],
  ['Storage', 'bad', { storage: { ...GOOD.storage, freeBytes: 5 * GB, minFreeBytes: 6 * GB } }],
  ['Storage', 'notice', { storage: { ...GOOD.storage, freeBytes: 5 * GB } }],
  ['Deleting unused files', 'bad', { failedJobs: [{ name: 'media-sweep', at: '2026-01-01T00:00:00.000Z', reason: 'no room' }] }],
  ['Background work', 'bad', { backgroundWork: 'failing' }],
  ['Proxy', 'bad', { app: { ...GOOD.app, isBehindUntrustedProxy: true } }],
  ['Backup', 'bad', { backup: null }],
  ['Backup', 'bad', { backup: { finishedAt: '2026-01-01T00:00:00.000Z', bytes: GB } }],
  ['Backup', 'notice', { backup: null, database: { ...GOOD.database, embedded: false } }],
  ['Backup', 'notice', { backup: null, settings: { ...GOOD.settings, production: false } }],
  ['Address of the site', 'notice', { settings: { ...GOOD.settings, publicUrl: null, production: false } }],
  ['Address of the site', 'notice', { settings: { ...GOOD.settings, publicUrl: 'http://lectern.example' } }],
  ['Demonstration', 'bad', { settings: { ...GOOD.settings, demonstration: 'loaded' } }],
  ['Sending receipts', 'bad', { failedJobs: [{ name: 'receipt-mail', at: '2026-01-01T00:00:00.000Z', reason: 'no answer' }] }],
  ['Book pages', 'notice', { bookPages: { complete: 3, waiting: 0, failed: 1 } }],
  ['Low-bitrate audio', 'notice', { lightSound: { done: 0, waiting: 4, failed: 0, hasFfmpeg: false } }],
  ['Low-bitrate audio', 'notice', { lightSound: { done: 3, waiting: 0, failed: 1, hasFfmpeg: true } }],
  ['Email', 'bad', { mail: { kind: 'smtp', works: false, lost: [] } }],
  [
    'Email',
    'bad',
    { mail: { kind: 'smtp', works: true, lost: [{ about: 'receipt', id: 'o1', problem: 'refused', at: '2026-11-20T08:00:00Z' }] } },
  ],
  ['Email', 'bad', { mail: { kind: 'files', works: false, lost: [] } }],
  ['Email', 'bad', { mail: { kind: 'files', works: true, lost: [] } }],
  ['Email', 'notice', { mail: { kind: 'files', works: true, lost: [] }, settings: { ...GOOD.settings, production: false } }],
  ['Payments', 'notice', { payments: { ...GOOD.payments, gateways: [] } }],
  ['Payments', 'bad', { payments: { ...GOOD.payments, gateways: TEST_GATEWAY } }],
  ['Payments', 'bad', { payments: { ...GOOD.payments, gateways: TEST_CARDS } }],
  ['Payments', 'notice', { payments: { ...GOOD.payments, gateways: TEST_GATEWAY }, settings: { ...GOOD.settings, production: false } }],
  ['Exchange rate', 'bad', { payments: { ...GOOD.payments, rate: 'stale' } }],
  ['Exchange rate', 'bad', { payments: { ...GOOD.payments, rate: 'none' } }],
  ['Disputes', 'bad', { payments: { ...GOOD.payments, disputed: 1 } }],
  ['Failed refunds', 'bad', { payments: { ...GOOD.payments, failedRefunds: 2 } }],
  ['Refunds due', 'bad', { payments: { ...GOOD.payments, refundsDue: 2 } }],
  ['Payments without a status', 'bad', { payments: { ...GOOD.payments, unreadable: 3 } }],
  ['Unpaid orders', 'notice', { anonymous: { ...GOOD.anonymous, neverPaidOrders: { count: 80, max: 100 } } }],
  ['Unpaid orders', 'bad', { anonymous: { ...GOOD.anonymous, neverPaidOrders: { count: 100, max: 100 } } }],
  ['Stored messages', 'bad', { anonymous: { ...GOOD.anonymous, messages: { count: 100, max: 100 } } }],
  ['Messages today', 'notice', { anonymous: { ...GOOD.anonymous, messagesToday: { count: 9, max: 10 } } }],
  ['Database', 'notice', { database: { ...GOOD.database, connections: { apps: 3, needed: 51, allowed: 47 } } }],
  ['Contact form', 'notice', { settings: { ...GOOD.settings, contactDelivery: 'simulate' } }],
])('%s is %s, is listed first and gives advice', (title, state, changes) => {
  expect(worst({ ...GOOD, ...changes })).toMatchObject({ title, state, advice: expect.stringMatching(/\w+.*\.$/) })
})

test('the payments check names the gateway of each currency, and ignores a missing exchange rate that no gateway needs', () => {
  const said = (payments: Partial<Overview['payments']>) => listChecks({ ...GOOD, payments: { ...GOOD.payments, ...payments } })
  expect(said({}).find(({ title }) => title === 'Payments')?.message).toBe('Paynow accepts US dollars and ZWG.')
  const dollars: Overview['payments']['gateways'] = [{ name: 'stripe', isTrial: false, currencies: ['USD'] }]
  expect(said({ gateways: dollars, rate: 'none' }).every(({ state }) => state === 'good')).toBe(true)
  expect(said({ refundsDue: 1 })[0]?.message).toBe('One payment is still to be refunded.')
})

test('health checks that require action link to the affected items, orders, messages or rates', () => {
  const linksOf = (changes: Partial<Overview>) => worst({ ...GOOD, ...changes })?.links?.map(({ to, label }) => `${to} ${label}`)
  const failed = [{ id: 'one', name: 'Sow in Season' }]
  expect(linksOf({ bookPages: { complete: 3, waiting: 0, failed: 1 }, failedBooks: failed })).toEqual([
    '/admin/books/one/edit Sow in Season',
  ])
  expect(linksOf({ lightSound: { done: 3, waiting: 0, failed: 1, hasFfmpeg: true }, failedEpisodes: failed })).toEqual([
    '/admin/podcasts/one/edit Sow in Season',
  ])
  expect(linksOf({ payments: { ...GOOD.payments, refundsDue: 1 } })).toEqual(['/admin/orders?state=refund_due Orders with a refund due'])
  expect(linksOf({ payments: { ...GOOD.payments, disputed: 1 } })).toEqual(['/admin/orders?state=disputed Orders in dispute'])
  expect(linksOf({ payments: { ...GOOD.payments, rate: 'none' } })).toEqual(['/admin/rates Rates'])
})
