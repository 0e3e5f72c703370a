import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { storeBook } from '#tests/support/stored-items.ts'
import { type Buyer, createBuyer } from './buyer.ts'
import { checkBooks } from './check-books.ts'
import { type CrashShop, openCrashShop } from './crash-shop.ts'
import type { Death } from './errand.ts'
import { SCENES, type Scene } from './scenes.ts'

type PaymentCrashReport = { scene: string; steps: number; kills: number }[]

/** What becomes of a payment that the buyer had begun when the app died. */
const FATES = ['pay', 'cancel', undefined] as const
const LOOKS = 200

/**
 * Kills an app at steps of beginning, hearing of, reading and receipting payments. After each kill the shop is opened anew,
 * reconciles, and must say what Paynow's double says; and the buyer must get on. Throws at the first difference.
 * @param about what the names of the scenes to play have in them
 * @param every how many steps lie between two kills; with 1, each step is tried before and after it
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
    for (const scene of SCENES.filter(({ name }) => name.includes(about))) {
      let kills = 0
      let steps: number | undefined
      for (let step = from; steps === undefined; step += every) {
        const moments = every === 1 ? (['before', 'after'] as const) : ([turn % 2 ? 'after' : 'before'] as const)
        for (const moment of moments) {
          const lived = await runRound(shop, scene, { step, moment }, { bookId, turn: turn++ })
          if (lived === undefined) kills += 1
          else steps = lived
        }
      }
      report.push({ scene: scene.name, steps, kills })
      log(`${scene.name}: ${steps} steps, ${kills} kills, nothing lost`)
    }
  } finally {
    await shop.close()
  }
  return report
}

async function runRound(shop: CrashShop, scene: Scene, death: Death, { bookId, turn }: { bookId: string; turn: number }) {
  try {
    shop.cutOff()
    const { errand, buyers } = await scene.prepare(shop, () => createBuyer(shop, bookId))
    const steps = await shop.send(errand, death)
    await decide(shop, buyers, turn)
    const tellsAgain = turn % 4 < 2
    await shop.restart({ tellsAgain })
    // What nobody tells is found by reading, of what was paid before once a day.
    await recover(shop, tellsAgain ? '3 minutes' : '25 hours')
    await checkBooks(shop, buyers)
    for (const buyer of buyers) await goOn(shop, buyer)
    await recover(shop, '2 hours')
    await checkBooks(shop, buyers)
    return steps
  } catch (error) {
    throw new Error(`${scene.name}, killed ${death.moment} step ${death.step}: ${(error as Error).message}`, { cause: error })
  }
}

async function decide(shop: CrashShop, buyers: Buyer[], turn: number) {
  for (const buyer of buyers) {
    for (const [index, { reference, payment }] of (await buyer.payments()).entries()) {
      const fate = FATES[Math.floor(turn / 3 ** index) % 3]
      if (fate && ['Created', 'Sent'].includes(payment.status)) shop.double.act(reference, fate)
    }
  }
  await shop.double.courier.settle()
}

/** Time goes by, and the background work does what it does, until messages that have just come were looked into too. */
async function recover(shop: CrashShop, interval: string) {
  const { orders, receipts, database } = shop.services()
  await shop.pass(interval)
  for (let look = 1; ; look++) {
    await orders.payments.reconcile()
    const { rowCount } = await database.pool.query('select 1 from payment_attempts where hinted or leased_until > now()')
    if (rowCount === 0) break
    assert(look < LOOKS, 'a payment is being read and never gets done')
    await delay(50)
  }
  await receipts.sendDue()
}

/** Whoever owns nothing yet chooses the book again, finds one payment to go on with, and pays it; and all that they had begun before. */
async function goOn(shop: CrashShop, buyer: Buyer) {
  if ((await buyer.choose()) !== 'view') {
    await buyer.begin()
    await buyer.begin()
    const { rows } = await shop
      .services()
      .database.pool.query<{ reference: string; address: string | null }>(
        `select reference, address from payment_attempts where client_digest = $1 and state in ('initiating', 'open')`,
        [buyer.digest],
      )
    assert.equal(rows.length, 1, 'one payment to go on with')
    assert(rows[0]?.address, 'it has a page')
  }
  for (const { reference, payment } of await buyer.payments())
    if (['Created', 'Sent'].includes(payment.status)) shop.double.act(reference, 'pay')
  await shop.double.courier.settle()
}
