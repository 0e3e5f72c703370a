import { expect } from 'vitest'
import type { ModelPayment } from '../model-gateway.ts'
import { copiesOf, openersOf, type Snapshot } from './snapshot.ts'

/** Creates the checks of invariants that run after each step. The checks are stateful, so each test schedule needs separate checks. */
export function createInvariantChecks(payments: ReadonlyMap<string, ModelPayment>) {
  const quotes = new Map<string, string>()
  /** Step number since which a payment or grant has opened a product for a browser or address, by the key `beneficiary product opener` */
  const since = new Map<string, number>()
  /** Books that existed after the previous step */
  let known: Set<string> | undefined
  let now = 0

  function followOpeners(openers: Map<string, string[]>) {
    const keys = new Set([...openers].flatMap(([key, ids]) => ids.map((id) => `${key} ${id}`)))
    for (const key of since.keys()) if (!keys.has(key)) since.delete(key)
    for (const key of keys) if (!since.has(key)) since.set(key, now)
  }

  /** Expects that no buyer pays twice without a refund due or loses a purchase, and that refunded payments give no access. */
  function checkDues({ attempts, books }: Snapshot, openers: Map<string, string[]>) {
    for (const attempt of attempts) {
      const { id, state, due, settled, client, product, email } = attempt
      const isDue = due !== null && !settled
      if (due !== null && settled) expect(['paid', 'disputed'], 'what went back does not stand').not.toContain(state)
      const keys = [`${client} ${product}`, `${email} ${product}`]
      const others = [...new Set(keys.flatMap((key) => openers.get(key) ?? []))].filter((other) => other !== id)
      const openedSince = (one: string) => Math.min(...keys.map((key) => since.get(`${key} ${one}`) ?? Number.POSITIVE_INFINITY))
      if (isDue && due === 'second_payment') expect(others, 'something else opens what is to be given back').not.toEqual([])
      if (state !== 'paid') continue
      const paidAt = openedSince(id)
      const undue = others.filter((other) => !attempts.some((one) => one.id === other && one.due !== null && !one.settled))
      const before = undue.filter((other) => openedSince(other) < paidAt)
      if (!isDue) expect(before, 'what was paid for and owned before is owed back').toEqual([])
      if (!isDue && paidAt === now) expect(known === undefined || known.has(product), 'what was gone is owed back').toBe(true)
      const own = attempts.filter(
        (one) => (one.client === client || one.email === email) && one.product === product && one.state === 'paid',
      )
      if (others.every((other) => own.some((one) => one.id === other)))
        expect(
          own.filter((one) => one.due !== 'second_payment' || one.settled),
          'one payment is kept',
        ).not.toEqual([])
      const together = own.filter((one) => !(one.due !== null && !one.settled) && openedSince(one.id) === paidAt)
      expect(together.length, 'of two that came together, one is owed back').toBeLessThan(2)
    }
    known = new Set(books)
  }

  return (snapshot: Snapshot) => {
    now += 1
    const { attempts, entitlements, receipts } = snapshot
    const open = attempts
      .filter(({ state }) => state === 'initiating' || state === 'open')
      .map(({ client, product, currency }) => `${client} ${product} ${currency}`)
    expect(new Set(open).size, 'one open attempt for a client, product and currency').toBe(open.length)

    for (const { reference, amount, currency } of attempts.filter(({ state }) => state === 'paid')) {
      const truth = payments.get(reference)
      expect([truth?.amountMinor, truth?.currency], 'paid by the right amount').toEqual([amount, currency])
    }

    for (const { returned, amount, everPaid } of attempts) {
      expect(returned, 'at most the payment is returned').toBeLessThanOrEqual(everPaid ? amount : 0)
      expect(returned, 'the returned amount is not negative').toBeGreaterThanOrEqual(0)
    }

    const openers = openersOf(snapshot)
    const all = new Map([...openers, ...copiesOf(snapshot)])
    followOpeners(all)
    expect(entitlements.map(({ client, product }) => `${client} ${product}`).toSorted(), 'owned, exactly when something opens it').toEqual(
      [...openers.keys()].toSorted(),
    )
    checkDues(snapshot, all)

    for (const { id, quote } of snapshot.quotes) {
      expect(quotes.get(id) ?? quote, 'a quote never changes').toBe(quote)
      quotes.set(id, quote)
    }
    expect(receipts.map(({ attempt }) => attempt).toSorted(), 'a receipt for every payment that ever came in').toEqual(
      attempts
        .filter(({ everPaid }) => everPaid)
        .map(({ id }) => id)
        .toSorted(),
    )
    expect(snapshot.receiptsAreGapless, 'receipts without gaps').toBe(true)
  }
}

/**
 * Expects that, after all payments were checked, each attempt agrees with the gateway, except for refunds that an administrator recorded.
 */
export function expectAgreement({ attempts }: Snapshot, payments: ReadonlyMap<string, ModelPayment>) {
  for (const { reference, state, amount, due, byHand } of attempts) {
    const truth = payments.get(reference)
    const isShort = truth !== undefined && truth.amountMinor !== amount
    if (!truth) expect(state, 'what the gateway never had').toMatch(/failed|cancelled|expired/)
    else if (byHand) expect(state, 'what an administrator gave back').toBe('refunded')
    else if (truth.state === 'paid' && isShort) expect([state === 'paid', due]).toEqual([false, 'wrong_amount'])
    else if (['paid', 'refunded', 'charged_back'].includes(truth.state)) expect(state).toBe(isShort ? state : truth.state)
    else if (truth.state === 'disputed') expect(isShort || state === 'disputed').toBe(true)
    else if (truth.state === 'processing') expect(state).toBe('processing')
    else expect(state).toMatch(/failed|cancelled|expired/)
  }
}
