import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import type { Order } from '#contracts/shop/order.ts'
import { freePort } from '#tests/support/free-port.ts'
import { openPaynowDouble } from '#tests/support/gateway-doubles/paynow-double.ts'
import { ask, type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'

/** Moment of the kill: while the server checks the payment with the gateway, or while it is idle. */
export type KillMoment = 'while polling' | 'while idle'
/** Instance that recovers the payment: the restarted instance, or another running instance. */
export type Survivor = 'the next start' | 'another app'
export type Recovery = { death: KillMoment; survivor: Survivor; paidSeconds: number; receiptSeconds: number }

/** Time after which a payment counts as lost. Exceeds the bound, so that a failure reports by how much the bound was missed. */
const GIVE_UP_MS = 120_000

/**
 * Kills an instance during a payment whose notification is lost, and measures how long it takes until the payment is found and its receipt
 * sent. The measurement starts when the restarted instance is ready or, with another running instance, at the kill.
 */
export async function measureRecovery(
  dataDir: string,
  rounds: { death: KillMoment; survivor: Survivor }[],
  log: (line: string) => void = () => {},
): Promise<Recovery[]> {
  const double = await openPaynowDouble()
  const { USD: usd, ZWG: zwg } = double.integrations
  const settings = {
    PAYNOW_URL: double.url,
    PAYNOW_USD_ID: usd.id,
    PAYNOW_USD_KEY: usd.key,
    PAYNOW_ZWG_ID: zwg.id,
    PAYNOW_ZWG_KEY: zwg.key,
  }
  const start = async () => {
    const port = await freePort()
    return runApp(dataDir, { ...settings, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` })
  }
  let app = await start()
  const book = await publishBook(app)
  const recoveries: Recovery[] = []
  try {
    for (const [round, { death, survivor }] of rounds.entries()) {
      const other = survivor === 'another app' ? await start() : undefined
      const email = `round-${round}@reader.example`
      const { id, clientId } = await beginPayment(app, { book, email })
      double.faults.drop = true
      double.act(double.payments.at(-1)?.fields.reference ?? '', 'pay')
      if (death === 'while polling') {
        double.faults.answers = 'silence'
        const before = double.unanswered()
        // The payment check is started by the request that a checkout page sends, since the next regular check would start later.
        void callOrder(app, id, clientId, 'check').catch(() => undefined)
        await until(() => double.unanswered() > before)
      }
      await app.kill()
      double.heal()
      double.faults.drop = true
      if (!other) app = await start()
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      if (other) app = other
      await until(async () => (await readOrder(app, id, clientId)).state === 'paid')
      const paidSeconds = seconds()
      await until(() => hasReceipt(dataDir, email))
      const recovery = { death, survivor, paidSeconds, receiptSeconds: seconds() }
      log(
        `killed ${death}, recovered by ${survivor}: paid after ${paidSeconds.toFixed(1)} s, mailed after ${recovery.receiptSeconds.toFixed(1)} s`,
      )
      recoveries.push(recovery)
    }
  } finally {
    await app.stop()
    await double.close()
  }
  return recoveries
}

async function publishBook(app: RunningApp): Promise<Book> {
  const headers = await signIn(app.url, await app.admin())
  const response = await ask(`${app.url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ price: '4.50' }) })
  if (!response.ok) throw new Error(`Publishing the book returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as Book
}

async function beginPayment(app: RunningApp, { book, email }: { book: Book; email: string }) {
  const clientId = randomBytes(24).toString('base64url')
  const wish = { clientId, product: 'book', productId: book.id, currency: 'USD', returnUrl: `${app.url}/bookshop` }
  const { action } = (await post(`${app.url}/api/get-next-action`, wish)) as NextActionResponse
  const id = new URL(action).pathname.replace('/checkout/', '')
  const form = { gateway: 'paynow', method: 'web', email }
  await callOrder(app, id, clientId, 'payments', form)
  return { id, clientId }
}

function callOrder(app: RunningApp, id: string, clientId: string, what: string, body?: unknown) {
  return post(`${app.url}/api/orders/${id}/${what}`, body, { 'client-id': clientId })
}

async function readOrder(app: RunningApp, id: string, clientId: string): Promise<Order> {
  return (await (await ask(`${app.url}/api/orders/${id}`, { headers: { 'client-id': clientId } })).json()) as Order
}

async function post(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const sent =
    body === undefined ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await ask(url, { method: 'POST', ...sent })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Returns whether the mail folder, which replaces a mail server, contains a message to the email address. */
async function hasReceipt(dataDir: string, email: string): Promise<boolean> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.some((mail) => mail.includes(email))
}

async function until(condition: () => boolean | Promise<boolean>) {
  for (const end = Date.now() + GIVE_UP_MS; Date.now() < end; ) {
    if (await condition()) return
    await delay(100)
  }
  throw new Error(`The condition did not hold within ${GIVE_UP_MS / 1000} s`)
}
