import type { Transact, Transaction } from '#server/platform/database/database.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { createPatience } from './backoff.ts'
import { writeReceipt } from './receipt-email.ts'
import type { NewReceipt, Receipt, ReceiptStore } from './receipts.store.ts'
import type { Sale, Seller } from './sale.ts'

/** A mail that no server took for so long is given up: an address may not exist. The receipt itself stays. */
const GIVE_UP_DAYS = 14
/** How many are looked up at a time. */
const AT_ONCE = 100

export function createReceiptService({
  store,
  transact,
  mail,
  findSale,
  seller,
  publicUrl,
  now = () => new Date(),
}: {
  store: ReceiptStore
  transact: Transact
  mail: Mail
  /** What was sold by the payment */
  findSale: (attemptId: string) => Promise<Sale | undefined>
  seller: Seller
  /** The site's address without a final slash, for links */
  publicUrl: string
  now?: () => Date
}) {
  const patience = createPatience(now)
  const host = new URL(publicUrl).hostname.replace(/[^\w.-]/g, '')

  async function send({ number, attemptId, email }: Receipt): Promise<void> {
    // Asked before, since nothing may wait for another connection while it holds one.
    const sale = await findSale(attemptId)
    if (!sale) throw new Error('There is no payment that it is for')
    const message = writeReceipt({ number, email, sale, seller, publicUrl })
    await transact(async (transaction) => {
      if (!(await store.lockDue(transaction, number))) return
      await mail.send({ to: email, messageId: `<receipt-${number}@${host}>`, ...message })
      await store.markSent(transaction, number)
    })
  }

  /** Answers why it was not sent, unless it was. */
  async function trySending(receipt: Receipt): Promise<Error | undefined> {
    const { number } = receipt
    const waitsFor = patience.waitsFor(number)
    if (waitsFor) return waitsFor
    try {
      await send(receipt)
      patience.worked(number)
    } catch (error) {
      patience.failed(number, error as Error)
      return error as Error
    }
  }

  return {
    /**
     * Gives a payment that came in its receipt, in the transaction that makes it paid; the mail follows. Numbers have no gaps.
     * @returns the number, the same however often it is called for a payment
     */
    issue: async (transaction: Transaction, receipt: NewReceipt): Promise<number> => {
      await store.lockNumbers(transaction)
      const known = await store.findByAttempt(transaction, receipt.attemptId)
      return known?.number ?? store.insert(transaction, receipt)
    },

    /** The receipt of an order, once it was paid. */
    find: store.findByOrder,

    /**
     * Sends every receipt that is still to be sent, each at least once: a crash may send one again, under the same message id.
     * One that fails holds up no other, and is tried again after a while. Any number of apps may do so at once: who sends one
     * holds its row, which is free again when its connection ends.
     * @param signal after which no other one is begun
     * @throws afterwards, while some can't be sent; they stay due
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
