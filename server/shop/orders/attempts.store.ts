import { and, desc, eq, inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Currency } from '#contracts/shop/price.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { OPEN } from './attempt-states.ts'
import { attemptEvents, gatewayMessages, paymentAttempts } from './orders.schema.ts'
import { lockProduct } from './orders.store.ts'
import { createPaymentLeases, newLease, type PaymentLeases } from './payment-lease.ts'

export type AttemptRow = typeof paymentAttempts.$inferSelect
type NewAttempt = Omit<typeof paymentAttempts.$inferInsert, 'id'>
type Quote = 'product' | 'productId' | 'currency' | 'amountMinor'
export type AttemptChanges = Partial<
  Omit<AttemptRow, 'id' | 'orderId' | 'clientDigest' | 'gateway' | 'method' | 'reference' | 'createdAt' | Quote>
>
type NewEvent = Omit<typeof attemptEvents.$inferInsert, 'id'>
type NewMessage = Omit<typeof gatewayMessages.$inferInsert, 'id'>

/** Stores payment attempts, their history and the gateways' messages about them. */
export type AttemptStore = PaymentLeases & {
  find: (id: string, reader?: Reader) => Promise<AttemptRow | undefined>
  /** Locks the attempt until the transaction ends. */
  lock: (transaction: Transaction, id: string) => Promise<AttemptRow | undefined>
  /** Locks the product of the attempt, then the attempt, until the transaction ends. */
  lockWithProduct: (transaction: Transaction, id: string) => Promise<AttemptRow | undefined>
  /** Lists all attempts to pay an order, the latest first. */
  listOf: (orderId: string) => Promise<AttemptRow[]>
  /** Finds the open attempt of a client for a product in a currency. A unique index allows only one. */
  findOpen: (clientDigest: string, product: ProductRef, currency: Currency, reader?: Reader) => Promise<AttemptRow | undefined>
  /** Finds the payment of a client for a product, in any currency, that a bank is still processing. */
  findProcessing: (clientDigest: string, product: ProductRef, reader?: Reader) => Promise<AttemptRow | undefined>
  /** Schedules an immediate check of the open attempts of a client for a product. */
  checkSoon: (transaction: Transaction, clientDigest: string, product: ProductRef, now: Date) => Promise<void>
  /** Stores a new attempt, leased to the caller, which sends it to the gateway next. */
  insert: (transaction: Transaction, attempt: NewAttempt) => Promise<AttemptRow>
  update: (connection: Pick<Orm, 'update'>, id: string, changes: AttemptChanges) => Promise<void>
  addEvent: (transaction: Transaction, event: NewEvent) => Promise<void>
  /** Stores a message from a gateway. Returns false for a duplicate. */
  addMessage: (transaction: Transaction, message: NewMessage) => Promise<boolean>
  /** Stores a gateway's response to a new payment (`answer`) or a status that was read (`reading`). Identical bodies are stored once. */
  saveResponse: (transaction: Transaction, attempt: AttemptRow, kind: 'answer' | 'reading', body: string) => Promise<void>
}

export function createAttemptStore(orm: Orm): AttemptStore {
  const store: AttemptStore = {
    ...createPaymentLeases(orm),

    find: async (id, reader = orm) => (await reader.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)))[0],

    lock: async (transaction, id) => (await transaction.select().from(paymentAttempts).where(eq(paymentAttempts.id, id)).for('update'))[0],

    lockWithProduct: async (transaction, id) => {
      const found = await store.find(id, transaction)
      if (!found) return undefined
      await lockProduct(transaction, found)
      return store.lock(transaction, id)
    },

    listOf: (orderId) => orm.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId)).orderBy(desc(paymentAttempts.id)),

    findOpen: async (clientDigest, product, currency, reader = orm) => {
      const open = and(isOf(clientDigest, product), eq(paymentAttempts.currency, currency), isOpen)
      return (await reader.select().from(paymentAttempts).where(open))[0]
    },

    findProcessing: async (clientDigest, product, reader = orm) => {
      const isProcessing = and(isOf(clientDigest, product), eq(paymentAttempts.state, 'processing'))
      return (await reader.select().from(paymentAttempts).where(isProcessing).orderBy(paymentAttempts.id).limit(1))[0]
    },

    checkSoon: async (transaction, clientDigest, product, now) => {
      const open = and(isOf(clientDigest, product), isOpen)
      await transaction.update(paymentAttempts).set({ notified: true, nextCheckAt: now }).where(open)
    },

    insert: async (transaction, attempt) => {
      const values = { ...attempt, id: uuidv7(), ...newLease() }
      const [row] = await transaction.insert(paymentAttempts).values(values).returning()
      if (!row) throw new Error('The insert of an attempt returned no row')
      return row
    },

    update: async (connection, id, changes) => {
      await connection.update(paymentAttempts).set(changes).where(eq(paymentAttempts.id, id))
    },

    addEvent: async (transaction, event) => {
      await transaction.insert(attemptEvents).values({ ...event, id: uuidv7() })
    },

    addMessage: async (transaction, message) => {
      const { rowCount } = await transaction
        .insert(gatewayMessages)
        .values({ ...message, id: uuidv7() })
        .onConflictDoNothing()
      return rowCount === 1
    },

    saveResponse: async (transaction, { id, gateway }, kind, body) => {
      await store.addMessage(transaction, { attemptId: id, gateway, messageId: digest(body), kind, body })
    },
  }
  return store
}

const isOpen = inArray(paymentAttempts.state, OPEN)

/** Condition that matches the attempts of a client for a product. */
export function isOf(clientDigest: string, { product, productId }: ProductRef) {
  return and(eq(paymentAttempts.clientDigest, clientDigest), eq(paymentAttempts.product, product), eq(paymentAttempts.productId, productId))
}
