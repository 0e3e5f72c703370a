import { randomBytes } from 'node:crypto'
import type { Overview } from '#contracts/admin/overview.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import type { Scenario } from '../scenario.ts'

const NETWORKS = 10
const ORDERS = 3000

/** Fault scenario: unpaid orders of made-up client ids must need little storage, and their number must be limited. */
export const anonymousRows: Scenario = {
  number: 7,
  name: 'unpaid orders',
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 100,
  rounds: 2,
  settings: { TRUST_PROXY: 'loopback' },
  run: async ({ url, headers }, { long, round }) => {
    const networks = Array.from({ length: NETWORKS }, (_, number) => `41.78.${round}.${number + 1}`)
    const orders = long ? 20_000 : ORDERS
    const { statuses, bytesPer1000Orders, neverPaid } = await makeAnonymousRows({ url, admin: headers }, { orders, networks })
    const others = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '429')
    return [
      { name: 'stored for 1,000 orders', value: bytesPer1000Orders / 1_000_000, unit: 'MB', atMost: 4 },
      { name: 'orders stored', value: neverPaid.count, atMost: Math.min(neverPaid.max, (round + 1) * NETWORKS * 1000) },
      { name: 'responses other than 200 and 429', value: others.reduce((sum, [, count]) => sum + count, 0), atMost: 0 },
    ]
  },
}

/** Number of concurrent requests. */
const AT_ONCE = 16

export type AnonymousRows = {
  /** Number of responses by status */
  statuses: Record<number, number>
  /** Growth of the database in bytes for 1,000 orders, including indexes */
  bytesPer1000Orders: number
  neverPaid: Overview['anonymous']['neverPaidOrders']
}

/**
 * Creates orders of made-up client ids, from few networks, with the longest return URL. The server must trust
 * `X-Forwarded-For` from this machine (`TRUST_PROXY=loopback`).
 */
export async function makeAnonymousRows(
  { url, admin }: { url: string; pid?: number; admin: { authorization: string } },
  { orders, networks, returnUrlLength = 7900 }: { orders: number; networks: string[]; returnUrlLength?: number },
): Promise<AnonymousRows> {
  const { id: productId } = await addBook(url, admin)
  const before = (await readOverview(url, admin)).database.bytes
  const statuses: Record<number, number> = {}
  let sent = 0
  const visit = async () => {
    while (sent < orders) {
      const network = networks[sent++ % networks.length] ?? ''
      const { status } = await choose(url, { productId, network, returnUrlLength })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit))
  const { database, anonymous } = await readOverview(url, admin)
  const made = Math.max(1, statuses[200] ?? 0)
  return {
    statuses,
    bytesPer1000Orders: Math.round(((database.bytes - before) / made) * 1000),
    neverPaid: anonymous.neverPaidOrders,
  }
}

/** Requests access to a book in a new browser session. */
export async function choose(
  url: string,
  {
    productId,
    network,
    returnUrlLength = 0,
    clientId = randomBytes(24).toString('base64url'),
  }: { productId: string; network: string; returnUrlLength?: number; clientId?: string },
): Promise<{ status: number; clientId: string; action: string | undefined }> {
  // The return URL consists of random characters, which the database can't compress much.
  const noise = randomBytes(Math.ceil(returnUrlLength / 2)).toString('hex')
  const request = { productId, clientId, product: 'book', currency: 'USD', returnUrl: `${url}/bookshop?q=${noise}` }
  const response = await fetch(`${url}/api/get-next-action`, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
  })
  const body = (await response.json()) as Partial<NextActionResponse>
  return { status: response.status, clientId, action: body.action }
}

export async function addBook(url: string, admin: { authorization: string }): Promise<Book> {
  const body = await buildBookForm({ title: `Rows ${randomBytes(4).toString('hex')}`, price: '4.50' })
  const response = await fetch(`${url}/api/books`, { method: 'POST', body, headers: admin })
  if (!response.ok) throw new Error(`Publishing returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as Book
}

async function readOverview(url: string, admin: { authorization: string }): Promise<Overview> {
  const response = await fetch(`${url}/api/overview`, { headers: admin })
  if (!response.ok) throw new Error(`The overview returned ${response.status}`)
  return (await response.json()) as Overview
}
