import type { PaynowAction } from '#tests/support/gateway-doubles/paynow-payment.ts'
import type { Buyer } from './buyer.ts'
import type { CrashShop } from './crash-shop.ts'
import type { CrashTask } from './crash-task.ts'

/** Situation in which an instance is killed, with the task of the instance. */
export type Scenario = {
  name: string
  prepare: (shop: CrashShop, newBuyer: () => Buyer) => Promise<{ task: CrashTask; buyers: Buyer[] }>
}

export const SCENARIOS: Scenario[] = [
  {
    name: 'a payment begins',
    prepare: async (_shop, newBuyer) => {
      const buyer = newBuyer()
      return { task: buyer.payTask('web'), buyers: [buyer] }
    },
  },
  {
    name: 'a payment begins another way',
    prepare: async (_shop, newBuyer) => {
      const buyer = newBuyer()
      await buyer.begin('web')
      return { task: buyer.payTask('ecocash'), buyers: [buyer] }
    },
  },
  notified('paid', ['pay']),
  notified('cancelled', ['cancel']),
  notified('paid after all', ['cancel', 'pay']),
  notified('refunded', ['pay', 'refund']),
  notified('disputed', ['pay', 'dispute']),
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
      return { task: { do: 'reconcile' }, buyers }
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
      return { task: { do: 'send_receipts' }, buyers }
    },
  },
]

/** Builds a scenario in which the shop has already checked all actions at the gateway except the last. */
function notified(name: string, actions: PaynowAction[]): Scenario {
  return {
    name: `a message says ${name}`,
    prepare: async (shop, newBuyer) => {
      const buyer = newBuyer()
      await buyer.begin()
      for (const [index, action] of actions.entries()) {
        await act(shop, buyer, action)
        if (index < actions.length - 1) await read(shop, buyer)
      }
      return { task: { do: 'receive_notification', message: shop.missed().at(-1) ?? '' }, buyers: [buyer] }
    },
  }
}

/** Performs an action at the gateway while the gateway's notification can't be delivered. */
async function act(shop: CrashShop, buyer: Buyer | undefined, action: PaynowAction) {
  for (const { reference } of (await buyer?.payments()) ?? []) shop.double.act(reference, action)
  await shop.double.courier.settle()
}

async function read(shop: CrashShop, buyer: Buyer) {
  for (const { id } of await buyer.payments()) await shop.services().shop.orders.payments.check(id)
}

function ignoreUnavailable(error: unknown) {
  if (!(error instanceof Error && error.name === 'ProblemError')) throw error
}
