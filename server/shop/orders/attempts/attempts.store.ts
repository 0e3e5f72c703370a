import { and, desc, eq, inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { attemptEvents, gatewayMessages, paymentAttempts } from '../orders.schema.ts'
import { lockProduct } from '../orders.store.ts'
import { OPEN } from './attempt-states.ts'
import { createPaymentLeases, newLease } from './payment-lease.ts'

export type AttemptRow = typeof paymentAttempts.$inferSelect
type NewAttempt = Omit<typeof paymentAttempts.$inferInsert, 'id'>
type Quote = 'product' | 'productId' | 'currency' | 'amountMinor'
export type AttemptChanges = Partial<
  Omit<AttemptRow, 'id' | 'orderId' | 'clientDigest' | 'gateway' | 'method' | 'reference' | 'createdAt' | Quote>
>
type NewEvent = Omit<typeof attemptEvents.$inferInsert, 'id'>
type NewMessage = Omit<typeof gatewayMessages.$inferInsert, 'id'>

/** Stores payment attempts, their history and gateway messages about them. */
export type AttemptStore = ReturnType<typeof createAttemptStore>

export function createAttemptStore(orm: Orm) {
  const store = {
    ...createPaymentLeases(orm),

    find: async (id: string, reader: Reader = orm) => (await reader.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0],

    /** Locks the payment attempt until the transaction ends. */
    lock: async (transaction: Transaction, id: string): Promise<AttemptRow | undefined> =>
      (await transaction.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for('update'))[0],

    /** Locks the product of a payment attempt, then the attempt, until the transaction ends. */
    lockWithProduct: async (transaction: Transaction, id: string): Promise<AttemptRow | undefined> => {
      const found = await store.find(id, transaction)
      if (!found) return undefined
      await lockProduct(transaction, found)
      return store.lock(transaction, id)
    },

    /** Lists all payment attempts of an order, newest first. */
    listOf: (orderId: string, reader: Reader = orm): Promise<AttemptRow[]> =>
      reader.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(desc(paymentAttempts.id)),

    /** Finds the open payment attempt of a client for a product in a currency. A unique index ensures that there is at most one. */
    findOpen: async (clientDigest: string, product: ProductRef, currency: Currency, reader: Reader = orm) => {
      const open = and(isOf(clientDigest, product), eq(paymentAttempts.currency, currency), isOpen)
      return (await reader.select().from(paymentAttempts).where(open))[0]
    },

    /** Finds the payment of a client for a product, in any currency, that a bank is still processing. */
    findProcessing: async (clientDigest: string, product: ProductRef, reader: Reader = orm): Promise<AttemptRow | undefined> => {
      const isProcessing = and(isOf(clientDigest, product), eq(paymentAttempts.state, 'processing'))
      return (await reader.select().from(paymentAttempts).where(isProcessing).orderBy(paymentAttempts.id).limit(1))[0]
    },

    /** Schedules an immediate check of the open payment attempts of a client for a product. */
    checkSoon: async (transaction: Transaction, clientDigest: string, product: ProductRef, now: Date) => {
      const open = and(isOf(clientDigest, product), isOpen)
      await transaction.update(paymentAttempts).set({ notified: true, nextCheckAt: now }).where(open)
    },

    /** Stores a new payment attempt, leased to the caller, which then sends the attempt to the gateway. */
    insert: async (transaction: Transaction, attempt: NewAttempt): Promise<AttemptRow> => {
      const values = { ...attempt, id: uuidv7(), ...newLease() }
      const [row] = await transaction.insert(paymentAttempts).values(values).returning()
      if (!row) throw new Error('The insert of an attempt returned no row')
      return row
    },

    update: async (connection: Pick<Orm, 'update'>, id: string, changes: AttemptChanges) => {
      await connection.update(paymentAttempts).set(changes).where(eq(paymentAttempts.id, id))
    },

    addEvent: async (transaction: Transaction, event: NewEvent) => {
      await transaction.insert(attemptEvents).values({ ...event, id: uuidv7() })
    },

    /** Stores a message from a gateway. Returns false for a duplicate. */
    addMessage: async (transaction: Transaction, message: NewMessage): Promise<boolean> => {
      const { rowCount } = await transaction
        .insert(gatewayMessages)
        .values({ ...message, id: uuidv7() })
        .onConflictDoNothing()
      return rowCount === 1
    },

    /** Stores a gateway's response to a new payment (`answer`) or to a status query (`reading`). Identical bodies are stored only once. */
    saveResponse: async (transaction: Transaction, { id, gateway }: AttemptRow, kind: 'answer' | 'reading', body: string) => {
      await store.addMessage(transaction, { attemptId: id, gateway, messageId: digest(body), kind, body })
    },
  }
  return store
}

const isOpen = inArray(paymentAttempts.state, OPEN)

/** Returns the condition for payment attempts of a client for a product. */
export function isOf(clientDigest: string, { product, productId }: ProductRef) {
  return and(eq(paymentAttempts.clientDigest, clientDigest), eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
}
