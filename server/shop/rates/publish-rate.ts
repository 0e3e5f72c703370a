import { v7 as uuidv7 } from 'uuid'
import { RATE_JUMP_PERCENT, type RateFields, rateText, scaledRate } from '#contracts/shop/rate.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { conflict, invalidRequest, notFound } from '#server/platform/problems.ts'
import { type Charge, charged, isNewer } from './current-rate.ts'
import type { RatePlace, RateRow, RateStore } from './rates.store.ts'

/** Tolerance for exchange rates in the future, to allow for clock differences. */
const GRACE_MS = 5 * 60_000

export type PublishDeps = { store: RateStore; record: RecordAction; transact: Transact; shopTime: () => ShopTime; now: () => Date }

/** Publishes single exchange rates. `enter` and `confirm` return the id of the rate. */
export type RatePublication = ReturnType<typeof createRatePublication>

export function createRatePublication({ store, record, transact, shopTime, now }: PublishDeps) {
  return {
    /** Adds an exchange rate. A rate that differs too much from the newest confirmed rate takes effect only after its confirmation. */
    enter: async (fields: RateFields, by?: Actor): Promise<string> => {
      if (isFuture(fields, now())) throw invalidRequest([{ field: 'asOf', message: 'Enter a day that is not in the future.' }])
      const row = toRow(fields, by, now())
      await transact(async (transaction) => {
        const newest = await store.lock(transaction)
        await store.insert(transaction, [{ ...row, confirmedAt: needsConfirmation(row, newest) ? null : row.enteredAt }])
        await record(transaction, { noun: 'rate', verb: 'added', subject: named(row, shopTime()), by })
      })
      return row.id
    },

    /** Confirms a rate that differs too much from the previous one. @throws conflict when a newer rate is in effect */
    confirm: async (id: string, by?: Actor): Promise<string> => {
      await transact(async (transaction) => {
        const newest = await store.lock(transaction)
        const rate = await store.findIn(transaction, id)
        if (!rate) throw notFound('rate')
        if (rate.confirmedAt) return
        if (newest && isNewer(newest, rate)) throw conflict('A newer rate is already in effect', 'Enter the rate again if it is correct.')
        await store.confirm(transaction, id, now())
        const changes = [{ field: 'confirmed', from: 'no', to: 'yes' }]
        await record(transaction, { noun: 'rate', verb: 'changed', subject: named(rate, shopTime()), changes, by })
      })
      return id
    },
  }
}

export function isFuture({ asOf }: Pick<RateFields, 'asOf'>, now: Date): boolean {
  return new Date(asOf).getTime() > now.getTime() + GRACE_MS
}

export function toRow({ zwgPerUsd, source, asOf, marginBasisPoints }: RateFields, by: Actor | undefined, now: Date): RateRow {
  return {
    id: uuidv7(),
    scaled: scaledRate(zwgPerUsd),
    source,
    asOf: new Date(asOf),
    marginBasisPoints,
    enteredAt: now,
    enteredBy: by?.admin?.name ?? null,
    confirmedAt: null,
  }
}

export function named({ id, scaled, marginBasisPoints, asOf }: RateRow, { dayOf }: ShopTime) {
  const margin = marginBasisPoints > 0 ? ` plus ${marginBasisPoints / 100}%` : ''
  return { id, name: `${rateText(scaled)}${margin} of ${dayOf(asOf)}` }
}

/** Whether a rate needs confirmation: it is newer than the newest confirmed rate and differs from it by more than `RATE_JUMP_PERCENT`. */
export function needsConfirmation(rate: RatePlace & Charge, newestCounted: (RatePlace & Charge) | undefined): boolean {
  if (!newestCounted || isNewer(newestCounted, rate)) return false
  const [was, is] = [charged(newestCounted), charged(rate)]
  return Math.abs(is - was) * 100 > was * RATE_JUMP_PERCENT
}
