import { describe, expect, test } from 'vitest'
import type { MoneyReturn } from '#server/shop/gateways/gateway.ts'
import fc from '#tests/support/property-testing.ts'
import { BY_HAND, findExcess, missingMovements, type Returned, sumReturned } from './money-movements.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const PAID = 900
type Booked = Parameters<typeof missingMovements>[0][number]

const book = (missing: Returned[]): Booked[] => missing.map(({ at, ...one }) => ({ ...one, at: at ?? NOW }))
const refund = (id: string, amountMinor: number, changes: Partial<MoneyReturn> = {}): MoneyReturn => ({
  id,
  kind: 'refund',
  amountMinor,
  at: NOW,
  ...changes,
})
const byHand = (amountMinor: number): Booked => ({ kind: 'refund', source: BY_HAND, amountMinor, at: new Date('2026-11-10T12:00:00Z') })

describe('the movements booked for a gateway’s report of refunds', () => {
  test('a gateway report adds each refund that is not booked yet', () => {
    const booked = book(missingMovements([], [refund('re_1', 300)], PAID))
    expect(missingMovements(booked, [refund('re_1', 300), refund('re_2', 200)], PAID)).toMatchObject([{ source: 're_2', amountMinor: 200 }])
  })

  test('a gateway report of a failed refund adds its reversal, with the time and reason of the failure', () => {
    const booked = book(missingMovements([], [refund('re_1', 300)], PAID))
    const failedAt = new Date('2026-11-18T12:00:00Z')
    expect(missingMovements(booked, [refund('re_1', 300, { undone: { at: failedAt, reason: 'unknown' } })], PAID)).toEqual([
      { kind: 'refund', source: 're_1', amountMinor: -300, at: failedAt, detail: 'unknown', isReversal: true },
    ])
  })

  test('a gateway report that no longer contains a chargeback adds its reversal', () => {
    const booked = book(missingMovements([], [refund('du_1', 900, { kind: 'chargeback' })], PAID))
    expect(missingMovements(booked, [], PAID)).toMatchObject([{ kind: 'chargeback', amountMinor: -900, at: undefined, isReversal: true }])
  })

  test('a gateway report reverses the reported part of a manually recorded refund, with a date not before the date of the manual record', () => {
    const missing = missingMovements([byHand(900)], [refund('re_1', 300, { at: new Date('2026-11-01T12:00:00Z') })], PAID)
    expect(missing).toMatchObject([
      { source: 're_1', amountMinor: 300 },
      { source: BY_HAND, amountMinor: -300, at: byHand(900).at, isReversal: false },
    ])
    expect(missingMovements([byHand(900), ...book(missing)], [refund('re_1', 300)], PAID)).toEqual([])
  })

  test('a chargeback is booked up to the amount of the payment that a manually recorded refund leaves', () => {
    expect(missingMovements([byHand(900)], [], PAID)).toEqual([])
    const chargeback = refund('du_1', 900, { kind: 'chargeback' })
    expect(missingMovements([byHand(900)], [chargeback], PAID)).toEqual([])
    expect(findExcess([byHand(900)], [chargeback], PAID)).toBe(1800)
    expect(missingMovements([byHand(300)], [chargeback], PAID)).toMatchObject([{ source: 'du_1', amountMinor: 600 }])
    expect(findExcess([], [chargeback], PAID)).toBeUndefined()
  })

  test('a reported amount that exceeded the payment is booked once another refund has failed', () => {
    const reports = [refund('re_1', 900), refund('du_1', 900, { kind: 'chargeback' })]
    const booked = book(missingMovements([], reports, PAID))
    expect(booked).toMatchObject([{ source: 're_1', amountMinor: 900 }])
    const failed = [refund('re_1', 900, { undone: {} }), refund('du_1', 900, { kind: 'chargeback' })]
    expect(missingMovements(booked, failed, PAID)).toMatchObject([
      { source: 're_1', amountMinor: -900 },
      { source: 'du_1', amountMinor: 900 },
    ])
  })

  test('a gateway report of individual refunds replaces a refund that was booked from the payment state, and does not count as a failed refund', () => {
    const booked: Booked[] = [{ kind: 'refund', source: 'refunded', amountMinor: 900, at: NOW }]
    expect(missingMovements(booked, [refund('re_1', 900)], PAID)).toMatchObject([
      { source: 're_1', amountMinor: 900 },
      { source: 'refunded', amountMinor: -900, isReversal: false },
    ])
  })
})

test('the booked total equals the last gateway report, up to the amount of the payment, after any sequence of reports, and repeating a report adds nothing', () => {
  const report = fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('re_1', 're_2', 'du_1', 'refunded'),
      kind: fc.constantFrom('refund' as const, 'chargeback' as const),
      amountMinor: fc.integer({ min: 1, max: 900 }),
      undone: fc.option(fc.constant({}), { nil: undefined }),
    }),
    { selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(fc.array(report, { minLength: 1 }), fc.option(fc.integer({ min: 1, max: 900 })), (reports, hand) => {
      const booked = hand === null ? [] : [byHand(hand)]
      for (const each of reports) {
        booked.push(...book(missingMovements(booked, each, PAID)))
        expect(missingMovements(booked, each, PAID)).toEqual([])
        const reported = each.filter(({ undone }) => !undone).reduce((total, { amountMinor }) => total + amountMinor, 0)
        const left = booked.filter(({ source }) => source === BY_HAND).reduce((total, { amountMinor }) => total + amountMinor, 0)
        expect(sumReturned(booked)).toBe(Math.min(PAID, reported + left))
        expect(left).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
