import type { Transact, Transaction } from '#server/platform/database/database.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { createBackoff } from './backoff.ts'
import type { Sale, Seller } from './receipt-email.ts'
import { writeReceiptEmail } from './receipt-email.ts'
import type { NewReceipt, Receipt, ReceiptStore } from './receipts.store.ts'

/** After which an undeliverable mail is given up: the address may not exist. The receipt itself stays. */
const GIVE_UP_DAYS = 14
/** How many are read at a time. */
const AT_ONCE = 100

export type ReceiptDeps = {
  store: ReceiptStore
  transact: Transact
  mail: Mail
  /** What was sold by the payment */
  findSale: (attemptId: string) => Promise<Sale | undefined>
  seller: Seller
  urls: Pick<SiteUrls, 'origin' | 'page'>
  now: () => Date
}

export function createReceiptService({ store, transact, mail, findSale, seller, urls, now }: ReceiptDeps) {
  const backoff = createBackoff(now)
  const host = new URL(urls.origin).hostname.replace(/[^\w.-]/g, '')

  async function send({ number, attemptId, email }: Receipt): Promise<void> {
    // Before the transaction: nothing may wait for another connection while it holds one.
    const sale = await findSale(attemptId)
    if (!sale) throw new Error('The payment of the receipt is missing')
    const message = writeReceiptEmail({ number, email, sale, seller, urls })
    await transact(async (transaction) => {
      if (!(await store.lockDue(transaction, number))) return
      await mail.send({ to: email, messageId: `<receipt-${number}@${host}>`, ...message })
      await store.markSent(transaction, number)
    })
  }

  /** Returns why it was not sent, or undefined when it was. */
  async function trySending(receipt: Receipt): Promise<Error | undefined> {
    const { number } = receipt
    const earlier = backoff.pending(number)
    if (earlier) return earlier
    try {
      await send(receipt)
      backoff.succeeded(number)
    } catch (error) {
      backoff.failed(number, error as Error)
      return error as Error
    }
  }

  return {
    /**
     * Issues the receipt of a payment, in the transaction that makes it paid; the mail follows. Numbers have no gaps. Idempotent:
     * @returns the number
     */
    issue: async (transaction: Transaction, receipt: NewReceipt): Promise<number> => {
      await store.lockNumbers(transaction)
      const known = await store.findByAttempt(transaction, receipt.attemptId)
      return known?.number ?? store.insert(transaction, receipt)
    },

    /** The receipt of an order, once it was paid. */
    readUnsent: () => store.readUnsent(GIVE_UP_DAYS),

    find: async (orderId: string): Promise<Receipt | undefined> => (await store.findByOrders([orderId]))[0],
    findByOrders: store.findByOrders,
    findOrderId: store.findOrderId,

    /**
     * Sends every unsent receipt, at least once: after a crash, one may be sent again under the same message id. A failure delays
     * only the receipt itself. Several apps may do so at once: the one that sends a receipt locks its row.
     * @param signal after which no other one is begun
     * @throws at the end when some could not be sent; they stay unsent
     */
    sendDue: async (signal?: AbortSignal): Promise<void> => {
      const failures: { number: number; error: Error }[] = []
      for (let last = 0; !signal?.aborted; ) {
        const due = await store.listDue({ after: last, giveUpDays: GIVE_UP_DAYS, limit: AT_ONCE })
        if (due.length === 0) break
        for (const receipt of due) {
          if (signal?.aborted) break
          const { number } = receipt
          last = number
          const error = await trySending(receipt)
          if (error) failures.push({ number, error })
        }
      }
      const [first] = failures
      if (!first) return
      const numbers = failures.map((failure) => failure.number).join(', ')
      throw new Error(`Receipts that could not be sent: ${numbers}. ${first.error.message}`, { cause: first.error })
    },
  }
}
