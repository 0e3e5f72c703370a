import type { PaynowAction } from '#tests/support/gateway-doubles/paynow-payment.ts'
import type { Buyer } from './buyer.ts'
import type { CrashShop } from './crash-shop.ts'
import type { Errand } from './errand.ts'

/** How things stand when the app is sent to die, and over what. */
export type Scene = {
  name: string
  prepare: (shop: CrashShop, newBuyer: () => Buyer) => Promise<{ errand: Errand; buyers: Buyer[] }>
}

export const SCENES: Scene[] = [
  {
    name: 'a payment begins',
    prepare: async (_shop, newBuyer) => {
      const buyer = newBuyer()
      return { errand: buyer.wish('web'), buyers: [buyer] }
    },
  },
  {
    name: 'a payment begins another way',
    prepare: async (_shop, newBuyer) => {
      const buyer = newBuyer()
      await buyer.begin('web')
      return { errand: buyer.wish('ecocash'), buyers: [buyer] }
    },
  },
  hearing('paid', ['pay']),
  hearing('cancelled', ['cancel']),
  hearing('paid after all', ['cancel', 'pay']),
  hearing('refunded', ['pay', 'refund']),
  hearing('disputed', ['pay', 'dispute']),
  {
    name: 'payments are reconciled: one paid, one cancelled, one whose beginning was lost',
    prepare: async (shop, newBuyer) => {
      const buyers = [newBuyer(), newBuyer(), newBuyer()]
      const [paid, cancelled, lost] = buyers
      await paid?.begin()
      await cancelled?.begin()
      shop.double.faults.wrongHash = true
      await lost?.begin().catch(ignoreUnavailable)
      shop.double.heal()
      await act(shop, paid, 'pay')
      await act(shop, cancelled, 'cancel')
      await act(shop, lost, 'pay')
      await shop.pass('15 seconds')
      return { errand: { do: 'reconcile' }, buyers }
    },
  },
  {
    name: 'receipts are mailed',
    prepare: async (shop, newBuyer) => {
      const buyers = [newBuyer(), newBuyer()]
      for (const buyer of buyers) {
        await buyer.begin()
        await act(shop, buyer, 'pay')
        await read(shop, buyer)
      }
      return { errand: { do: 'send receipts' }, buyers }
    },
  },
]

/** All but the last of what happens at the gateway was read already. */
function hearing(word: string, actions: PaynowAction[]): Scene {
  return {
    name: `a message says ${word}`,
    prepare: async (shop, newBuyer) => {
      const buyer = newBuyer()
      await buyer.begin()
      for (const [index, action] of actions.entries()) {
        await act(shop, buyer, action)
        if (index < actions.length - 1) await read(shop, buyer)
      }
      return { errand: { do: 'hear', message: shop.missed().at(-1) ?? '' }, buyers: [buyer] }
    },
  }
}

/** The message about it is tried in vain. */
async function act(shop: CrashShop, buyer: Buyer | undefined, action: PaynowAction) {
  for (const { reference } of (await buyer?.payments()) ?? []) shop.double.act(reference, action)
  await shop.double.courier.settle()
}

async function read(shop: CrashShop, buyer: Buyer) {
  for (const { id } of await buyer.payments()) await shop.services().orders.payments.check(id)
}

function ignoreUnavailable(error: unknown) {
  if (!(error instanceof Error && error.name === 'ProblemError')) throw error
}
