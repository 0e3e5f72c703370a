import { inArray } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import type { MoneyReturn, PaymentStatus } from '#server/shop/gateways/gateway.ts'
import { noLaterThan } from '../attempts/decide-transition.ts'
import { type MoneyKind, moneyMovements } from '../orders.schema.ts'

/** Source of refunds that an administrator recorded */
export const BY_HAND = 'admin'

type Booked = { kind: MoneyKind; source: string; amountMinor: number; at: Date }
export type Returned = {
  kind: Exclude<MoneyKind, 'payment'>
  source: string
  amountMinor: number
  /** Time of the money movement; undefined if the gateway doesn't report the time */
  at: Date | undefined
  detail?: string
  /** Whether the gateway reversed a refund or chargeback that it had reported */
  isReversal?: boolean
}

/** Returns the total of a payment's refunds and chargebacks. */
export function sumReturned(booked: Booked[]): number {
  return sum(booked.filter(({ kind }) => kind !== 'payment'))
}

/** Returns the total of a payment's refunds, without chargebacks. */
export function sumRefunded(booked: Booked[]): number {
  return sum(booked.filter(({ kind }) => kind === 'refund'))
}

/** Returns the total of refunds that an administrator recorded and that no gateway has reported yet. */
export function sumByHand(booked: Booked[]): number {
  return sum(booked.filter(({ source }) => source === BY_HAND))
}

/** Lists refunds and chargebacks for display, without manually recorded refunds that the gateway's report has replaced. */
export function listReturned<Movement extends Booked>(booked: Movement[]): (Movement & { kind: Returned['kind'] })[] {
  const isReplaced = sumByHand(booked) === 0
  return booked.flatMap((one) => (one.kind === 'payment' || (isReplaced && one.source === BY_HAND) ? [] : [{ ...one, kind: one.kind }]))
}

/** Lists the refunds and chargebacks that a gateway reports. If a gateway reports only a state, the state serves as the id. */
export function reportedReturns({ state, returns, amountMinor }: Extract<PaymentStatus, { found: true }>): MoneyReturn[] {
  if (returns) return returns
  if (state === 'refunded') return [{ id: state, kind: 'refund', amountMinor }]
  return state === 'charged_back' ? [{ id: state, kind: 'chargeback', amountMinor }] : []
}

/**
 * Returns the movements that are missing in the books according to the gateway's complete report. Repeated reports add no movements.
 * Reported refunds replace refunds that an administrator recorded, up to the reported amount. The total never exceeds the payment: a
 * reported amount beyond the payment is not booked while the rest of the total stands (`findExcess` returns it).
 */
export function missingMovements(booked: Booked[], reported: MoneyReturn[], paidMinor: number): Returned[] {
  const returned = booked.flatMap((one) => (one.kind === 'payment' ? [] : [{ ...one, kind: one.kind }]))
  const bookedFrom = (source: string) => returned.filter((one) => one.source === source)
  // Refunds come first, because they take the place of the refunds that an administrator recorded.
  const reports = [...reported.filter(({ kind }) => kind === 'refund'), ...reported.filter(({ kind }) => kind !== 'refund')]
  const changes = reports.map((report) => ({
    isUndone: report.undone !== undefined,
    movements: movementsOf(report, bookedFrom(report.id)),
  }))
  const ids = new Set([...reported.map(({ id }) => id), BY_HAND])
  const vanished = [...new Set(returned.map(({ source }) => source))].filter((source) => !ids.has(source))
  const isRefund = (source: string) => bookedFrom(source).at(-1)?.kind === 'refund'

  const changedRefunds = changes.flatMap(({ movements }) => movements).filter(({ kind }) => kind === 'refund')
  const refunded = sum(changedRefunds) - sum(vanished.filter(isRefund).flatMap(bookedFrom))
  const replacedByHand = Math.min(sumByHand(booked), Math.max(0, refunded))

  const decreases = changes.flatMap(({ isUndone, movements }) => movements.filter(({ amountMinor }) => isUndone || amountMinor < 0))
  const remains = sum(returned.filter(({ source }) => ids.has(source))) - replacedByHand + sum(decreases)
  let room = Math.max(0, paidMinor - remains)
  const missing = changes.flatMap(({ isUndone, movements }) =>
    movements.flatMap((movement) => {
      if (isUndone || movement.amountMinor < 0) return [movement]
      const amountMinor = Math.min(movement.amountMinor, room)
      room -= amountMinor
      return amountMinor > 0 ? [{ ...movement, amountMinor }] : []
    }),
  )
  const latest = Math.max(...missing.map(({ at }) => at?.getTime() ?? 0))

  /** Books the negative of an amount that an earlier report or an administrator recorded. */
  function replace(source: string, amountMinor: number) {
    const last = returned.findLast((one) => one.source === source)
    if (!last || amountMinor === 0) return
    const isReversal = sum(missing) < amountMinor
    const at = isReversal ? undefined : new Date(Math.max(last.at.getTime(), latest))
    missing.push({ kind: last.kind, source, amountMinor: -amountMinor, at, isReversal })
  }

  for (const source of vanished) replace(source, sum(bookedFrom(source)))
  replace(BY_HAND, replacedByHand)
  return missing
}

/**
 * Returns the total of the refunds and chargebacks that the gateway reports and an administrator recorded, if the total exceeds the payment,
 * for example because a dispute was lost after the payment had been refunded by hand.
 */
export function findExcess(booked: Booked[], reported: MoneyReturn[], paidMinor: number): number | undefined {
  const total = sum(reported.filter(({ undone }) => !undone)) + sumByHand(booked)
  return total > paidMinor ? total : undefined
}

/**
 * Returns the movements to book for one reported refund or dispute. A refund that had already failed when it was first reported is booked
 * together with its reversal.
 */
function movementsOf({ id: source, kind, amountMinor, at, undone }: MoneyReturn, own: Booked[]): Returned[] {
  const first = { kind, source, at, amountMinor: amountMinor - sum(own) }
  if (!undone) return first.amountMinor === 0 ? [] : [first]
  const known = own.length === 0 ? amountMinor : sum(own)
  const reversal = { kind, source, at: undone.at, detail: undone.reason, amountMinor: -known, isReversal: true }
  if (own.length === 0) return [first, reversal]
  return known === 0 ? [] : [reversal]
}

function sum(amounts: { amountMinor: number }[]): number {
  return amounts.reduce((total, { amountMinor }) => total + amountMinor, 0)
}

export type MoneyMovement = typeof moneyMovements.$inferSelect
type NewMovement = Pick<MoneyMovement, 'attemptId' | 'kind' | 'source' | 'amountMinor'> & {
  at: Date | undefined
  detail?: string
}

/** Stores money movements: payments, refunds and chargebacks. */
export type MoneyStore = ReturnType<typeof createMoneyStore>

export function createMoneyStore(orm: Orm, shopTime: () => ShopTime) {
  return {
    /** Lists the money movements of payment attempts, oldest first. */
    listOf: (attemptIds: string[], reader: Reader = orm): Promise<MoneyMovement[]> =>
      reader
        .select()
        .from(moneyMovements)
        .where(inArray(moneyMovements.attemptId, attemptIds))
        .orderBy(moneyMovements.at, moneyMovements.id),

    /** Books a money movement that becomes known at `now`. */
    add: async (transaction: Transaction, { attemptId, kind, source, amountMinor, detail, ...movement }: NewMovement, now: Date) => {
      const at = noLaterThan(now, movement.at)
      const time = shopTime()
      const bookedAt = time.bookedAt(at, now)
      await transaction
        .insert(moneyMovements)
        .values({ id: uuidv7(), attemptId, kind, source, amountMinor, at, bookedAt, bookedOn: time.dayOf(bookedAt), detail })
    },
  }
}
