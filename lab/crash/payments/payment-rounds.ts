import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { storeBook } from '#tests/support/stored-items.ts'
import { type Buyer, createBuyer } from './buyer.ts'
import { checkPayments } from './check-payments.ts'
import { type CrashShop, openCrashShop } from './crash-shop.ts'
import type { KillPoint } from './crash-task.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

type PaymentCrashReport = { scenario: string; steps: number; kills: number }[]

/** Actions of the buyer at the gateway after the instance was killed. */
const OUTCOMES = ['pay', 'cancel', undefined] as const
const MAX_TRIES = 200

/**
 * Kills an instance while it starts a payment, checks the payment or sends its receipt. After each kill the shop reopens and reconciles;
 * then the shop must agree with the Paynow double, and the buyer must be able to continue. Throws at the first difference.
 * @param about part of the names of the scenarios to run
 * @param every number of steps between two kills; with 1, the instance is killed before and after each step
 */
export async function runPaymentCrashes(
  dataDir: string,
  { every, from = 1, about = '', log = () => undefined }: { every: number; from?: number; about?: string; log?: (line: string) => void },
): Promise<PaymentCrashReport> {
  const shop = await openCrashShop(dataDir)
  const report: PaymentCrashReport = []
  let turn = from
  try {
    const { id: bookId } = await storeBook(shop.services(), { title: 'Sow in Season', price: 4.5 })
    for (const scenario of SCENARIOS.filter(({ name }) => name.includes(about))) {
      let kills = 0
      let steps: number | undefined
      for (let step = from; steps === undefined; step += every) {
        const moments = every === 1 ? (['before', 'after'] as const) : ([turn % 2 ? 'after' : 'before'] as const)
        for (const moment of moments) {
          const lived = await runRound(shop, scenario, { step, moment }, { bookId, turn: turn++ })
          if (lived === undefined) kills += 1
          else steps = lived
        }
      }
      report.push({ scenario: scenario.name, steps, kills })
      log(`${scenario.name}: ${steps} steps, ${kills} kills, nothing lost`)
    }
  } finally {
    await shop.close()
  }
  return report
}

async function runRound(shop: CrashShop, scenario: Scenario, killPoint: KillPoint, { bookId, turn }: { bookId: string; turn: number }) {
  try {
    shop.blockMessages()
    const { task, buyers } = await scenario.prepare(shop, () => createBuyer(shop, bookId))
    const steps = await shop.send(task, killPoint)
    await decide(shop, buyers, turn)
    const resendsMessages = turn % 4 < 2
    await shop.restart({ resendsMessages })
    // Without a notification, regular checks find the change; paid attempts are checked once a day.
    await recover(shop, resendsMessages ? '3 minutes' : '25 hours')
    await checkPayments(shop, buyers)
    for (const buyer of buyers) await payAgain(shop, buyer)
    await recover(shop, '2 hours')
    await checkPayments(shop, buyers)
    return steps
  } catch (error) {
    throw new Error(`${scenario.name}, killed ${killPoint.moment} step ${killPoint.step}: ${(error as Error).message}`, { cause: error })
  }
}

async function decide(shop: CrashShop, buyers: Buyer[], turn: number) {
  for (const buyer of buyers) {
    for (const [index, { reference, payment }] of (await buyer.payments()).entries()) {
      const outcome = OUTCOMES[Math.floor(turn / 3 ** index) % 3]
      if (outcome && ['Created', 'Sent'].includes(payment.status)) shop.double.act(reference, outcome)
    }
  }
  await shop.double.courier.settle()
}

/** Moves the clock ahead and runs background work until all notifications are handled. */
async function recover(shop: CrashShop, interval: string) {
  const {
    shop: { orders, receipts },
    database,
  } = shop.services()
  await shop.pass(interval)
  for (let attempt = 1; ; attempt++) {
    await orders.payments.reconcile()
    const { rowCount } = await database.pool.query('select 1 from payment_attempts where notified or leased_until > now()')
    if (rowCount === 0) break
    assert(attempt < MAX_TRIES, 'a payment is being read and never gets done')
    await delay(50)
  }
  await receipts.sendDue()
}

/** Chooses the book again as a buyer without access, resumes the only open payment, and pays it and all earlier payments. */
async function payAgain(shop: CrashShop, buyer: Buyer) {
  if ((await buyer.choose()) !== 'view') {
    await buyer.begin()
    await buyer.begin()
    const { rows } = await shop
      .services()
      .database.pool.query<{ reference: string; page_url: string | null }>(
        `select reference, page_url from payment_attempts where client_digest = $1 and state in ('initiating', 'open')`,
        [buyer.digest],
      )
    assert.equal(rows.length, 1, 'one payment to go on with')
    assert(rows[0]?.page_url, 'it has a page')
  }
  for (const { reference, payment } of await buyer.payments())
    if (['Created', 'Sent'].includes(payment.status)) shop.double.act(reference, 'pay')
  await shop.double.courier.settle()
}
