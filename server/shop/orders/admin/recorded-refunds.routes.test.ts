import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { OrderDetails } from '#contracts/shop/order-admin.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { createOrderAdmin } from '#tests/support/order-admin.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const model = createModelGateway()
const alerts: { text: string; attempt: unknown }[] = []
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [model.gateway], alert: ({ attempt }, text) => alerts.push({ text, attempt }) })
})
afterAll(() => app.close())

const { store, details, act, lastDeed, buy } = createOrderAdmin(() => app, model)

describe('manually recorded refunds', () => {
  test('recording a refund revokes access to the item, appears in the audit log and is refused a second time', async () => {
    const { id, attempt, payment, opens, book } = await buy()
    expect((await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'Too early' })).statusCode).toBe(409)
    if (payment) payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    expect((await act(`${id}/attempts/${attempt.id}/refunded`, { reason: ' ' })).statusCode).toBe(400)
    const response = await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'The file was damaged' })
    expect(response.json<OrderDetails>()).toMatchObject({ state: 'refunded' })
    expect(response.json<OrderDetails>().attempts[0]?.events.at(-1)).toMatchObject({
      from: 'paid',
      to: 'refunded',
      cause: 'admin',
      detail: 'The file was damaged',
    })
    expect(await opens()).toBe(false)
    expect((await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'Again' })).statusCode).toBe(409)
    expect(await lastDeed()).toMatchObject({ verb: 'changed', subject: { id, name: book.title }, admin: { name: 'Ada Admin' } })
  })

  test('recording a partial refund does not revoke access until the remaining amount is refunded', async () => {
    const { id, attempt, payment, opens, book } = await buy()
    if (payment) payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    const refund = (amount: string) => act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'A page is missing', amount })
    for (const amount of ['0', '0.00', '-1', '8', '7.999', 'half', '1e3']) {
      const refused = await refund(amount)
      expect(refused.json<Problem>().errors?.[0]?.field, amount).toBe('amount')
    }
    const part = (await refund('3,99')).json<OrderDetails>()
    expect(part).toMatchObject({ state: 'paid', returnedMinor: 399, attempts: [{ returns: [{ amountMinor: 399, byHand: true }] }] })
    expect(part.attempts[0]?.events.at(-1)).toMatchObject({
      from: 'paid',
      to: 'paid',
      cause: 'admin',
      detail: 'Refunded: $3.99, A page is missing',
    })
    expect(await lastDeed()).toMatchObject({ subject: { id, name: book.title }, changes: [{ field: 'part refunded', to: '$3.99' }, {}] })
    // The gateway still reports the payment as paid after the manual refund.
    await act(`${id}/attempts/${attempt.id}/check`)
    expect(await details(id)).toMatchObject({ state: 'paid', returnedMinor: 399 })
    expect(await opens()).toBe(true)
    expect((await refund('4.01')).json<Problem>().errors?.[0]?.message).toBe('Only $4.00 of this payment can still be refunded.')
    expect((await refund('')).json<OrderDetails>()).toMatchObject({ state: 'refunded', returnedMinor: 799 })
    expect(await opens()).toBe(false)
  })

  test('recording a refund raises one alert for each state in which the gateway contradicts the refund', async () => {
    const { id, attempt, payment, opens } = await buy()
    if (!payment) throw new Error('No payment was begun')
    payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    await act(`${id}/attempts/${attempt.id}/refunded`, { reason: 'The file was damaged' })
    const told = () => alerts.filter((alert) => alert.attempt === attempt.id).map(({ text }) => text)
    for (const state of ['disputed', 'charged_back', 'paid', 'disputed'] as const) {
      payment.state = state
      for (const _time of [1, 2]) await act(`${id}/attempts/${attempt.id}/check`)
    }
    const words = ['disputed', 'charged_back', 'paid'].map((state) => `The payment service reports another status: ${state}`)
    const excess = 'More money was returned than was paid: $15.98 of $7.99. Only the amount of the payment is booked'
    expect(told()).toEqual([words[0], words[1], excess, words[2]])
    const shown = await details(id)
    expect(shown).toMatchObject({ state: 'refunded', returnedMinor: 799 })
    const events = shown.attempts[0]?.events.filter(({ detail }) => words.includes(detail ?? ''))
    expect(events).toMatchObject(words.map(() => ({ to: 'refunded', cause: 'gateway' })))
    expect(await opens()).toBe(false)
    payment.state = 'refunded'
    await act(`${id}/attempts/${attempt.id}/check`)
    expect(told()).toHaveLength(4)
  })

  test('a due refund can be settled once', async () => {
    const { id, attempts } = await store({ attempts: [{ state: 'paid' }, { state: 'paid', refundDue: 'second_payment' }] })
    const response = await act(`${id}/attempts/${attempts[1]}/settle`, { reason: 'Sent back by EcoCash' })
    expect(response.json<OrderDetails>()).toMatchObject({
      refundDue: false,
      state: 'paid',
      attempts: [
        { state: 'refunded', refundDue: { settledAt: expect.stringMatching(/Z$/) } },
        { state: 'paid', refundDue: null },
      ],
    })
    expect((await act(`${id}/attempts/${attempts[1]}/settle`, { reason: 'Again' })).statusCode).toBe(409)
    expect(await lastDeed()).toMatchObject({ changes: expect.arrayContaining([{ field: 'reason', to: 'Sent back by EcoCash' }]) })
  })

  test('settling the refund of a second payment leaves no access to the item once the first payment is refunded as well', async () => {
    const { id, attempt, payment, opens, clientId } = await buy()
    await app.send('POST', `/api/orders/${id}/cancel`, undefined, { 'client-id': clientId })
    const again = { gateway: 'test', method: 'web', email: 'chipo@example.com' }
    await app.send('POST', `/api/orders/${id}/payments`, again, { 'client-id': clientId })
    const [second] = (await details(id)).attempts
    const secondPayment = model.payments.get(second?.reference ?? '')
    if (!payment || !second || !secondPayment) throw new Error('Two payments were begun')
    payment.state = 'paid'
    await act(`${id}/attempts/${attempt.id}/check`)
    secondPayment.state = 'paid'
    await act(`${id}/attempts/${second.id}/check`)

    const settled = (await act(`${id}/attempts/${second.id}/settle`, { reason: 'Sent back' })).json<OrderDetails>()
    expect(settled).toMatchObject({ state: 'paid', refundDue: false })
    expect(settled.attempts.map(({ state }) => state)).toEqual(['refunded', 'paid'])
    expect(await opens()).toBe(true)
    payment.state = 'refunded'
    await act(`${id}/attempts/${attempt.id}/check`)
    expect(await opens()).toBe(false)
  })
})

describe('a refund', () => {
  /** Creates a paid order of $7.99. Returns functions that list the emails about the order by kind. */
  async function storePaid() {
    const book = await storeBook(app.services, { title: `Refunded ${randomUUID()}`, price: 5 })
    const email = `grace-${randomUUID()}@example.com`
    const { id, attempts } = await store({ productId: book.id, title: book.title, email, closed: true, attempts: [{ state: 'paid' }] })
    const attempt = `${id}/attempts/${attempts[0]}`
    const refund = async (amount?: string) =>
      (await act(`${attempt}/refunded`, { reason: 'Asked for it', ...(amount && { amount }) })).json<OrderDetails>()
    const notices = async (minutesLater: number) => {
      const text = `update order_notices set issued_at = issued_at - make_interval(mins => $2) where order_id = $1`
      await app.services.database.pool.query(text, [id, minutesLater])
      await app.services.shop.receipts.sendNotices()
      const { rows } = await app.services.database.pool.query(
        'select kind, sent_at is not null as sent from order_notices where order_id = $1 order by number',
        [id],
      )
      return rows.map(({ kind, sent }) => `${kind} ${sent ? 'sent' : 'waits'}`)
    }
    const mailed = async () => (await newestMail(app.services.config.dataDir, email, /^Subject: Refund/m)).replace(/=\r\n/g, '')
    return { id, attempt, email, title: book.title, refund, notices, mailed }
  }

  async function markRefunded() {
    const paid = await storePaid()
    expect((await paid.refund()).state).toBe('refunded')
    return paid
  }

  test('a recorded refund is announced to the buyer by email ten minutes later, with the amount', async () => {
    const { title, notices, mailed } = await markRefunded()
    expect(await notices(9)).toEqual(['refunded waits'])
    expect(await notices(1)).toEqual(['refunded sent'])
    const mail = await mailed()
    for (const words of ['$7.99', title, 'no longer opens']) expect(mail).toContain(words)
  })

  test('undoing a mistaken refund works once: the payment is restored, the audit log records the correction, and no email is sent', async () => {
    const { attempt, notices } = await markRefunded()
    const restored = await act(`${attempt}/refunded/undo`, { reason: 'The wrong order' })
    expect(restored.json<OrderDetails>()).toMatchObject({ state: 'paid', attempts: [{ state: 'paid' }] })
    expect(await lastDeed()).toMatchObject({
      noun: 'order',
      changes: [
        { field: 'payment', from: 'refunded', to: 'paid' },
        { field: 'reason', to: 'The wrong order' },
      ],
    })
    expect(await notices(60)).toEqual([])
    expect((await act(`${attempt}/refunded/undo`, { reason: 'Again' })).statusCode).toBe(409)
  })

  test('undoing a mistaken refund that was already emailed to the buyer sends a correction', async () => {
    const { attempt, email, notices } = await markRefunded()
    await notices(10)
    await act(`${attempt}/refunded/undo`, { reason: 'The wrong order' })
    expect(await notices(0)).toEqual(['refunded sent', 'refund_undone sent'])
    const mail = (await newestMail(app.services.config.dataDir, email, /^Subject: No refund/m)).replace(/=\r\n/g, '')
    expect(mail).toContain('the book is yours.')
  })

  test('a refund in two parts sends two emails, each with the amount of its part', async () => {
    const { refund, notices, mailed } = await storePaid()
    expect((await refund('3')).state).toBe('paid')
    expect(await notices(0)).toEqual(['partly_refunded sent'])
    const part = await mailed()
    for (const words of ['Part of your payment', '$3.00', 'stays yours']) expect(part).toContain(words)
    expect((await refund()).state).toBe('refunded')
    expect(await notices(10)).toEqual(['partly_refunded sent', 'refunded sent'])
    const rest = await mailed()
    for (const words of ['$4.99', 'no longer opens']) expect(rest).toContain(words)
  })

  test('undoing mistaken partial refunds starts with the latest part', async () => {
    const { attempt, refund, notices } = await storePaid()
    await refund('2')
    await notices(0)
    await refund('3')
    const undo = async () => act(`${attempt}/refunded/undo`, { reason: 'The wrong amount' })
    expect((await undo()).json()).toMatchObject({ state: 'paid', returnedMinor: 200 })
    expect(await lastDeed()).toMatchObject({ changes: [{ field: 'part refunded', from: '$3.00' }, { field: 'reason' }] })
    expect((await undo()).json()).toMatchObject({ state: 'paid', returnedMinor: 0 })
    expect(await notices(0)).toEqual(['partly_refunded sent', 'refund_undone sent'])
    expect((await undo()).statusCode).toBe(409)
    expect((await refund()).state).toBe('refunded')
  })

  test('a refund reported by the gateway can’t be undone by an administrator', async () => {
    const { id, attempts } = await store({ attempts: [{ state: 'refunded' }] })
    expect((await act(`${id}/attempts/${attempts[0]}/refunded/undo`, { reason: 'x' })).statusCode).toBe(409)
  })
})
