import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentForm } from '#contracts/order.ts'
import type { GatewayName } from '#contracts/payment.ts'
import type { Transact } from '#server/platform/database/database.ts'
import {
  type Gateway,
  GatewayUnclearError,
  type Hint,
  type Initiated,
  PaymentRefusedError,
  type Reading,
} from '#server/platform/gateways/gateway.ts'
import { conflict, invalidRequest, notFound, ProblemError } from '#server/platform/http/problems.ts'
import { type Alert, createApplyReading } from './apply-reading.ts'
import { isOpen, isOver } from './attempt-transitions.ts'
import type { AttemptRow, AttemptStore } from './attempts.store.ts'
import { type WhyIgnored, whyIgnored } from './judge-message.ts'
import type { Ledger } from './ledger.ts'
import type { OrderRow, OrderStore } from './orders.store.ts'
import type { Admit } from './payment-limits.ts'
import type { RefundsDueStore } from './refunds-due.store.ts'
import { methodsFor } from './ways-to-pay.ts'

/** How long a payment may take on the gateway's page when the gateway sets no end, and on a phone that asks. */
const PAGE_MINUTES = 60
const PROMPT_MINUTES = 10
/** How long others wait for an attempt that is being begun at this moment. */
const BEGINNING_MS = 20_000
const AT_ONCE = 20
/** How long one reconciliation goes on while a gateway is slow; what is left is the next one's. */
const RECONCILING_MS = 60_000

/** How long a payment may be unreadable before somebody has to know. */
const UNREADABLE_MS = 15 * 60_000

/** What became of a verified message: its payment is to be read, or nothing follows from it. */
export type Heard = { attemptId: string } | { ignored: WhyIgnored }
export type PaymentService = ReturnType<typeof createPaymentService>

/** Begins payments, hears of them and finds out what became of them. Only a gateway's own word, read by us, makes a payment paid. */
export function createPaymentService({
  orders,
  attempts,
  dues,
  ledger,
  gateways,
  judgeQuote,
  transact,
  alert,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  dues: RefundsDueStore
  ledger: Ledger
  gateways: Gateway[]
  /** Whether the order would be made just so today, and why not */
  judgeQuote: (orderId: string) => Promise<'stands' | 'changed' | 'gone'>
  transact: Transact
  alert: Alert
  now: () => Date
}) {
  const { apply, passOver } = createApplyReading({ orders, attempts, dues, ledger, transact, alert, now })
  const gatewayOf = (name: GatewayName) => gateways.find((gateway) => gateway.name === name)

  /** The attempt that the buyer goes on with: one that is under way, or a new one, which the caller then begins. */
  async function findOrInsert(orderId: string, form: PaymentForm, admit?: Admit) {
    // Asked before, since nothing may wait for another connection while it holds one.
    const quote = await judgeQuote(orderId)
    return transact(async (transaction) => {
      const order = await orders.find(orderId, transaction)
      if (!order?.clientDigest) throw notFound('order')
      await orders.lockProduct(transaction, order)
      if (await orders.isOwned(transaction, order.clientDigest, order)) return { owned: true as const }
      const underWay = await attempts.findOpen(order.clientDigest, order, order.currency, transaction)
      if (underWay) return { underWay }
      // Read again: another call may have closed it before this one had the lock.
      if ((await orders.find(orderId, transaction))?.closedAt)
        throw conflict('This order is no longer open', 'Go back to the item and choose it again.')
      if (quote === 'gone') throw gone()
      if (quote === 'changed') throw conflict('The price has changed', 'Look at the new price, then go on.')

      await admit?.(transaction)
      const { product, productId, currency, amountMinor, clientDigest } = order
      const email = form.email.toLowerCase()
      if (order.email !== email) await orders.update(transaction, orderId, { email })
      const minutes = form.method === 'web' ? PAGE_MINUTES : PROMPT_MINUTES
      const begun = await attempts.insert(transaction, {
        ...{ orderId, clientDigest, product, productId, currency, amountMinor },
        gateway: form.gateway,
        method: form.method,
        reference: randomBytes(16).toString('hex'),
        state: 'initiating',
        createdAt: now(),
        expiresAt: new Date(now().getTime() + minutes * 60_000),
        nextCheckAt: new Date(now().getTime() + 10_000),
      })
      await attempts.addEvent(transaction, { attemptId: begun.id, from: null, to: 'initiating', cause: 'buyer' })
      return { begun, order: { ...order, email } }
    })
  }

  async function begin(attempt: AttemptRow, order: OrderRow, form: PaymentForm, addresses: { returnUrl: string; cancelUrl: string }) {
    const gateway = gatewayOf(attempt.gateway)
    if (!gateway) throw new Error(`No gateway ${attempt.gateway}`)
    const { reference, amountMinor, currency, method } = attempt
    try {
      // By characters: half of one can't be sent.
      const title = [...order.title.replace(/\s+/g, ' ')].slice(0, 100).join('')
      const request = { reference, amountMinor, currency, method, title, email: form.email, phone: form.phone, ...addresses }
      await noteBegun(attempt, await gateway.initiate(request))
    } catch (error) {
      if (error instanceof PaymentRefusedError) return refuse(attempt, error.message)
      await attempts.release(attempt, new Date(now().getTime() + 10_000))
      if (!(error instanceof GatewayUnclearError)) throw error
      alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'no clear answer to a new payment')
      throw new ProblemError(503, 'unavailable', 'The payment service did not answer clearly', {
        detail: 'Nothing is lost: try again in a moment. Should it have been paid all the same, it opens by itself.',
      })
    }
  }

  /** Notes what a gateway answered to a new payment. One that was given up meanwhile can be cancelled there only now. */
  async function noteBegun(attempt: AttemptRow, initiated: Initiated) {
    const noted = await transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      if (!current) throw new Error('An attempt went missing')
      await attempts.keepWords(transaction, attempt, 'answer', initiated.raw)
      const { address = null, instructions = null, handle, gatewayReference = null } = initiated
      const known = {
        ...{ address, instructions, handle, gatewayReference },
        ...(initiated.expiresAt && { expiresAt: initiated.expiresAt }),
        ...(current.lease === attempt.lease && { lease: null, leasedUntil: null }),
      }
      if (current.state === 'initiating') await ledger.move(transaction, current, { to: 'open', cause: 'gateway' }, known)
      else await attempts.update(transaction, attempt.id, known)
      return { ...current, ...known }
    })
    if (['cancelled', 'expired', 'failed'].includes(noted.state)) await cancelAtGateway(noted)
  }

  function refuse(attempt: AttemptRow, reason: string) {
    return transact(async (transaction) => {
      const current = await attempts.lock(transaction, attempt.id)
      const free = { lease: null, leasedUntil: null, reason }
      if (current?.state === 'initiating') await ledger.move(transaction, current, { to: 'failed', cause: 'gateway', detail: reason }, free)
    })
  }

  /** @throws GatewayUnclearError, which is told here unless the gateway's settings are gone: the overview tells that */
  async function read(attempt: AttemptRow): Promise<Reading> {
    const gateway = gatewayOf(attempt.gateway)
    if (!gateway) throw new GatewayUnclearError(`${attempt.gateway} is not set up`)
    try {
      return await gateway.read(attempt)
    } catch (error) {
      if (error instanceof GatewayUnclearError)
        alert({ gateway: attempt.gateway, attempt: attempt.id, reason: error.message }, 'a payment could not be read now')
      throw error
    }
  }

  /**
   * Reads the gateway's own state of an attempt and applies it. Does nothing while somebody else is at it; what was hinted
   * meanwhile is then read by them.
   * @throws GatewayUnclearError when the gateway can't be asked, which is told here; it is asked again later
   */
  async function check(attemptId: string): Promise<void> {
    for (;;) {
      const attempt = await attempts.lease(attemptId, now())
      if (!attempt) return
      const reading = await read(attempt).catch(async (error: unknown) => {
        await passOver(attempt)
        throw error
      })
      const { hinted, moved, isGivenUp } = await apply(attempt, reading)
      if (moved && isGivenUp) await cancelAtGateway(moved)
      if (!hinted) return
    }
  }

  /** Gives an attempt up for the buyer, after a last look at what became of it. It is still watched: it may be paid late. */
  async function giveUp({ id }: AttemptRow): Promise<void> {
    await check(id).catch(ignoreUnclear)
    const given = await transact(async (transaction) => {
      const found = await attempts.find(id, transaction)
      if (!found) return
      await orders.lockProduct(transaction, found)
      const attempt = await attempts.lock(transaction, id)
      if (attempt && isOpen(attempt.state)) return ledger.move(transaction, attempt, { to: 'cancelled', cause: 'buyer' })
    })
    if (given) await cancelAtGateway(given)
  }

  async function cancelAtGateway(attempt: AttemptRow) {
    await gatewayOf(attempt.gateway)
      ?.cancel?.(attempt)
      .catch((error: unknown) => alert({ attempt: attempt.id, reason: String(error) }, 'a payment could not be cancelled at its gateway'))
  }

  function mayGoOn(attempt: AttemptRow, orderId: string, form: PaymentForm) {
    const sameWay = attempt.orderId === orderId && attempt.gateway === form.gateway && attempt.method === form.method
    const usable = attempt.address !== null || attempt.method !== 'web'
    return attempt.state === 'open' && sameWay && usable && !isOver(attempt, now())
  }

  return {
    /**
     * Begins to pay an order, or answers the attempt that is under way for it. Whatever happens to the answer, the attempt is
     * stored before and looked up later.
     * @param admit refuses to begin another one, in the transaction that would store it
     */
    pay: async (order: OrderRow, form: PaymentForm, addresses: { returnUrl: string; cancelUrl: string }, admit?: Admit): Promise<void> => {
      const gateway = gatewayOf(form.gateway)
      if (!gateway || !methodsFor(gateway, order).includes(form.method))
        throw invalidRequest([{ field: 'gateway', message: 'Choose another way to pay: this one is not open at present.' }])
      const patience = Date.now() + BEGINNING_MS
      let lookedUp: string | undefined
      for (;;) {
        const found = await findOrInsert(order.id, form, admit)
        if (found.owned) return
        if (found.begun) return begin(found.begun, found.order, form, addresses)
        const { underWay } = found
        if (mayGoOn(underWay, order.id, form)) return
        const beginning = underWay.state === 'initiating'
        if (beginning && underWay.leasedUntil && underWay.leasedUntil.getTime() > Date.now() && Date.now() < patience) await delay(100)
        else if (beginning && lookedUp !== underWay.id) {
          // The answer to it was lost; what was begun may be there to go on with.
          lookedUp = underWay.id
          await check(underWay.id).catch(ignoreUnclear)
        } else await giveUp(underWay)
      }
    },

    /** Gives up whatever is under way for an order, so that it can be paid another way. */
    cancel: async (order: OrderRow): Promise<void> => {
      const [attempt] = await attempts.listOf(order.id)
      if (attempt && isOpen(attempt.state)) await giveUp(attempt)
    },

    check,
    giveUp,

    /**
     * Stores a verified message. It is only a hint: what is true is read afterwards, by `check` or by the next reconciliation.
     * One that is ignored leaves no trace but the caller's word of it.
     */
    hear: (gateway: GatewayName, hint: Hint, body: string): Promise<Heard> =>
      transact(async (transaction) => {
        const attempt = await attempts.findByReference(transaction, gateway, hint.reference)
        if (!attempt) return { ignored: 'it is about an unknown payment' }
        const ignored = whyIgnored(attempt, hint)
        if (ignored) return { ignored }
        const { messageId, kept = body } = hint
        const isNew = await attempts.addMessage(transaction, { attemptId: attempt.id, gateway, messageId, kind: 'message', body: kept })
        // Should the reading that followed it have failed, it is as good as new.
        if (!isNew && !attempt.hinted && !attempt.unansweredSince) return { ignored: 'it came before' }
        await attempts.update(transaction, attempt.id, { hinted: true, nextCheckAt: now() })
        return { attemptId: attempt.id }
      }),

    /** How many attempts nobody has been able to read for a while. */
    countUnreadable: (): Promise<number> =>
      attempts.countUnreadable(new Date(now().getTime() - UNREADABLE_MS), gatewayOf('sandbox') !== undefined),

    /** Reads the attempts that are due. One that can't be read is left for its next time. Answers how many were read. */
    reconcile: async (): Promise<number> => {
      const end = Date.now() + RECONCILING_MS
      let done = 0
      const failures: unknown[] = []
      while (Date.now() < end) {
        const due = await attempts.listDue(now(), AT_ONCE)
        if (due.length === 0) break
        const results = await Promise.allSettled(due.map(({ id }) => check(id).catch(ignoreUnclear)))
        failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])))
        done += due.length
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be read: ${failures[0]}`)
      return done
    },
  }
}

/** Not a conflict, of which pages think that another price may help. */
function gone() {
  return new ProblemError(404, 'not_found', 'This item is no longer for sale', { detail: 'Nothing was charged.' })
}

/** A gateway that can't be asked now is asked again later. */
function ignoreUnclear(error: unknown) {
  if (!(error instanceof GatewayUnclearError)) throw error
}
