import { randomBytes } from 'node:crypto'
import type { NextActionRequest } from '#contracts/shop/access.ts'
import type { PaymentMethod } from '#contracts/shop/payment.ts'
import { digestClient } from '#server/platform/digest.ts'
import type { CrashShop } from './crash-shop.ts'
import type { CrashTask } from './crash-task.ts'

export type Buyer = ReturnType<typeof createBuyer>

/** Creates a buyer who buys one book in a new browser session. */
export function createBuyer(shop: CrashShop, productId: string) {
  const clientId = randomBytes(24).toString('base64url')
  // Each buyer has an address of their own, since a second payment of one address is a refund due.
  const digest = digestClient(clientId)
  const request: NextActionRequest = { clientId, product: 'book', productId, currency: 'USD', returnUrl: `${shop.url}/bookshop` }

  function payTask(method: PaymentMethod): CrashTask & { do: 'pay' } {
    const phone = method === 'web' ? {} : { phone: '0771000000' }
    return { do: 'pay', request, form: { gateway: 'paynow', method, email: `${digest.slice(0, 12)}@reader.example`, ...phone } }
  }

  /** Requests access to the book: returns `view` if the buyer has access, otherwise the URL of the checkout page. */
  async function choose(): Promise<string> {
    return (await shop.services().shop.access.nextAction(request, [shop.url], clientId)).action
  }

  return {
    digest,
    payTask,
    choose,
    begin: async (method: PaymentMethod = 'web'): Promise<void> => {
      const { orders, payments } = shop.services().shop.orders
      const page = await choose()
      const order = await orders.findViewable(new URL(page).pathname.replace('/checkout/', ''), digest)
      if (!order) throw new Error('The order is missing')
      await payments.start(order, payTask(method).form, { returnUrl: page, cancelUrl: page })
    },
    /** Returns the buyer's payments at Paynow, oldest first. */
    payments: async () => {
      const { rows } = await shop
        .services()
        .database.pool.query<{ id: string; reference: string }>(
          'select id, reference from payment_attempts where client_digest = $1 order by id',
          [digest],
        )
      return rows.flatMap(({ id, reference }) => {
        const payment = shop.double.payments.find(({ fields }) => fields.reference === reference)
        return payment ? [{ id, reference, payment }] : []
      })
    },
  }
}
