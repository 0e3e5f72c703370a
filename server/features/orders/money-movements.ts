import type { MoneyReturn, PaymentStatus } from '#server/platform/gateways/gateway.ts'
import type { MoneyKind } from './orders.schema.ts'

/** The source of a refund that an administrator recorded */
export const BY_HAND = 'admin'

type Booked = { kind: MoneyKind; source: string; amountMinor: number; at: Date }
export type Returned = {
  kind: Exclude<MoneyKind, 'payment'>
  source: string
  amountMinor: number
  /** Undefined when the gateway doesn't say */
  at: Date | undefined
  detail?: string | undefined
  /** The gateway took back what it had reported */
  isReversal?: boolean
}

/** What of a payment went back, in all. */
export function sumReturned(booked: Booked[]): number {
  return sum(booked.filter(({ kind }) => kind !== 'payment'))
}

/** What of a payment was refunded, in all. */
export function sumRefunded(booked: Booked[]): number {
  return sum(booked.filter(({ kind }) => kind === 'refund'))
}

/** What an administrator recorded as given back, and no gateway has reported since. */
export function sumByHand(booked: Booked[]): number {
  return sum(booked.filter(({ source }) => source === BY_HAND))
}

/** What went back, as people read it: without a refund by hand that gave way to the gateway's report. */
export function listReturned<Movement extends Booked>(booked: Movement[]): (Movement & { kind: Returned['kind'] })[] {
  const isReplaced = sumByHand(booked) === 0
  return booked.flatMap((one) => (one.kind === 'payment' || (isReplaced && one.source === BY_HAND) ? [] : [{ ...one, kind: one.kind }]))
}

/** What a gateway reports as returned. One that lists no refunds reports a state, which is then the source. */
export function reportedReturns({ state, returns, amountMinor }: Extract<PaymentStatus, { found: true }>): MoneyReturn[] {
  if (returns) return returns
  if (state === 'refunded') return [{ id: state, kind: 'refund', amountMinor }]
  return state === 'charged_back' ? [{ id: state, kind: 'chargeback', amountMinor }] : []
}

/**
 * The movements between what is booked and the complete report of the gateway; none when they agree, so that a repeated report changes
 * nothing. A refund that an administrator recorded gives way to the refunds that are reported, not to chargebacks, which come on top.
 */
export function missingMovements(booked: Booked[], reported: MoneyReturn[]): Returned[] {
  const returned = booked.flatMap((one) => (one.kind === 'payment' ? [] : [{ ...one, kind: one.kind }]))
  const missing = reported.flatMap((report) =>
    movementsOf(
      report,
      returned.filter(({ source }) => source === report.id),
    ),
  )
  const latest = Math.max(...missing.map(({ at }) => at?.getTime() ?? 0))

  /** Books out what was recorded from another source. */
  function replace(source: string, amountMinor: number) {
    const last = returned.findLast((one) => one.source === source)
    if (!last || amountMinor === 0) return
    const isReversal = sum(missing) < amountMinor
    const at = isReversal ? undefined : new Date(Math.max(last.at.getTime(), latest))
    missing.push({ kind: last.kind, source, amountMinor: -amountMinor, at, isReversal })
  }

  const ids = new Set([...reported.map(({ id }) => id), BY_HAND])
  for (const source of new Set(returned.map(({ source }) => source)))
    if (!ids.has(source)) replace(source, sum(returned.filter((one) => one.source === source)))
  const refunded = sum(missing.filter(({ kind }) => kind === 'refund'))
  replace(BY_HAND, Math.min(sumByHand(booked), Math.max(0, refunded)))
  return missing
}

/** What a reported refund or dispute adds to what is booked of it. One that failed before it was known is booked with its failure. */
function movementsOf({ id: source, kind, amountMinor, at, undone }: MoneyReturn, own: Booked[]): Returned[] {
  const first = { kind, source, at, amountMinor: amountMinor - sum(own) }
  if (!undone) return first.amountMinor === 0 ? [] : [first]
  const known = own.length === 0 ? amountMinor : sum(own)
  const reversal = { kind, source, at: undone.at, detail: undone.reason, amountMinor: -known, isReversal: true }
  if (own.length === 0) return [first, reversal]
  return known === 0 ? [] : [reversal]
}

/** A gateway's time, or now without one: its clock may be ahead. */
export function noLaterThan(now: Date, at: Date | undefined): Date {
  return at && at < now ? at : now
}

function sum(amounts: { amountMinor: number }[]): number {
  return amounts.reduce((total, { amountMinor }) => total + amountMinor, 0)
}
