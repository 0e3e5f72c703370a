import { v7 as uuidv7 } from 'uuid'
import type { Page } from '#contracts/common/list.ts'
import {
  RATE_DAYS,
  RATE_JUMP_PERCENT,
  type Rate,
  type RateFields,
  type RateQuery,
  type RateStanding,
  type RatesImported,
  type RateTable,
  rateText,
  scaledRate,
} from '#contracts/shop/rate.ts'
import { shopDay } from '#contracts/shop/shop-time.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { conflict, invalidRequest, malformed, notFound } from '#server/platform/problems.ts'
import { withMargin } from './convert-price.ts'
import type { RateInHistory, RatePlace, RateRow, RateStore } from './rates.store.ts'
import { readRateTable } from './read-rate-table.ts'

const DAY_MS = 24 * 3_600_000

/** Tolerance for rates in the future, to allow for clock differences. */
const GRACE_MS = 5 * 60_000

/** The rate that buyers are charged. `scaled` includes its margin. */
export type CurrentRate = { id: string; scaled: number; asOf: Date; source: string }
export type RateService = ReturnType<typeof createRateService>

export type RateDeps = {
  store: RateStore
  record: RecordAction
  transact: Transact
  /** Whether any gateway accepts the currency of the rates */
  isPayable: () => boolean
  now: () => Date
}

export function createRateService({ store, record, transact, isPayable, now }: RateDeps) {
  const isFuture = (asOf: Date) => asOf.getTime() > now().getTime() + GRACE_MS

  function toRow({ zwgPerUsd, source, asOf, marginBasisPoints }: RateFields, by: Actor | undefined): RateRow {
    return {
      id: uuidv7(),
      zwgPerUsdScaled: scaledRate(zwgPerUsd),
      source,
      asOf: new Date(asOf),
      marginBasisPoints,
      enteredAt: now(),
      enteredBy: by?.admin?.name ?? null,
      confirmedAt: null,
    }
  }

  async function get(id: string): Promise<Rate> {
    const row = await store.find(id)
    if (!row) throw notFound('rate')
    return toRate(row, { newestCounted: await store.newestCounted(), now: now() })
  }

  return {
    /** Returns the rate that buyers are charged now: the newest confirmed one, unless it is stale. */
    current: async (): Promise<{ state: 'current'; rate: CurrentRate } | { state: 'stale' | 'none' }> => {
      const newest = await store.newestCounted()
      if (!newest) return { state: 'none' }
      if (isStale(newest, now())) return { state: 'stale' }
      const { id, asOf, source } = newest
      return { state: 'current', rate: { id, scaled: charged(newest), asOf, source } }
    },

    standing: async (): Promise<RateStanding> => {
      const newestCounted = await store.newestCounted()
      const waiting = newestCounted && (await store.newestUncounted(newestCounted))
      const known = { newestCounted, now: now() }
      return {
        current: newestCounted ? toRate(newestCounted, known) : null,
        waiting: waiting ? toRate(waiting, known) : null,
        refused: isPayable() ? refusal(newestCounted, now()) : 'no_gateway',
      }
    },

    /** Lists rates, the newest first. */
    list: async ({ limit = 50, cursor }: RateQuery): Promise<Page<Rate>> => {
      const [rows, newestCounted, total] = await Promise.all([
        store.list({ before: cursor === undefined ? undefined : placeOf(cursor), limit: limit + 1 }),
        store.newestCounted(),
        store.count(),
      ])
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const items = shown.map((row) => toRate(row, { newestCounted, now: now() }))
      return { items, total, ...(last && rows.length > limit && { next: `${last.asOf.getTime()}.${last.id}` }) }
    },

    /** Adds a rate. A rate that differs too much from the newest one takes effect only when it is confirmed. */
    enter: async (fields: RateFields, by?: Actor): Promise<Rate> => {
      if (isFuture(new Date(fields.asOf))) throw invalidRequest([{ field: 'asOf', message: 'Enter a day that is not in the future.' }])
      const row = toRow(fields, by)
      await transact(async (transaction) => {
        const newest = await store.lock(transaction)
        await store.insert(transaction, [{ ...row, confirmedAt: needsConfirmation(row, newest) ? null : row.enteredAt }])
        await record(transaction, { noun: 'rate', verb: 'added', subject: named(row), by })
      })
      return get(row.id)
    },

    /** Confirms a rate that differs too much from the previous one. @throws conflict when a newer rate is in effect */
    confirm: async (id: string, by?: Actor): Promise<Rate> => {
      await transact(async (transaction) => {
        const newest = await store.lock(transaction)
        const rate = await store.findIn(transaction, id)
        if (!rate) throw notFound('rate')
        if (rate.confirmedAt) return
        if (newest && isNewer(newest, rate)) throw conflict('A newer rate is already in effect', 'Enter the rate again if it is correct.')
        await store.confirm(transaction, id, now())
        const changes = [{ field: 'confirmed', from: 'no', to: 'yes' }]
        await record(transaction, { noun: 'rate', verb: 'changed', subject: named(rate), changes, by })
      })
      return get(id)
    },

    /** Adds the rates of a table, all or none, the oldest first. Skips existing rates. */
    importTable: async (table: RateTable, by?: Actor): Promise<RatesImported> => {
      const rows = readRateTable(table, isFuture)
        .toSorted((a, b) => Date.parse(a.asOf) - Date.parse(b.asOf))
        .map((fields) => toRow(fields, by))
      return transact(async (transaction) => {
        let newest = await store.lock(transaction)
        const known = new Set((await store.all(transaction)).map(identity))
        const added: RateRow[] = []
        for (const row of rows) {
          if (known.has(identity(row))) continue
          known.add(identity(row))
          const rate = { ...row, confirmedAt: needsConfirmation(row, newest) ? null : row.enteredAt }
          added.push(rate)
          if (rate.confirmedAt && (!newest || isNewer(rate, newest))) newest = rate
        }
        await store.insert(transaction, added)
        if (added.length > 0) await record(transaction, { noun: 'rate', verb: 'added', subject: { name: nameOfMany(added) }, by })
        return {
          added: added.length,
          known: rows.length - added.length,
          waiting: added.filter((rate) => !rate.confirmedAt && (!newest || isNewer(rate, newest))).length,
        }
      })
    },
  }
}

function refusal(newestCounted: RateRow | undefined, now: Date) {
  if (!newestCounted) return 'no_rate'
  return isStale(newestCounted, now) ? 'stale_rate' : null
}

function identity({ asOf, zwgPerUsdScaled, source, marginBasisPoints }: RateRow) {
  return JSON.stringify([asOf.getTime(), zwgPerUsdScaled, source, marginBasisPoints])
}

function placeOf(cursor: string): RatePlace {
  const [, moment = '', id = ''] = /^(\d{13})\.([0-9a-f-]{36})$/.exec(cursor) ?? []
  if (!id) throw malformed('The cursor is invalid.')
  return { asOf: new Date(Number(moment)), id }
}

function named({ id, zwgPerUsdScaled, marginBasisPoints, asOf }: RateRow) {
  const margin = marginBasisPoints > 0 ? ` plus ${marginBasisPoints / 100} %` : ''
  return { id, name: `${rateText(zwgPerUsdScaled)}${margin} of ${shopDay(asOf)}` }
}

function nameOfMany(rates: RateRow[]) {
  const [first, last] = [rates[0], rates.at(-1)]
  if (rates.length === 1 && first) return `a table with the exchange rate ${named(first).name}`
  return `a table with ${rates.length} exchange rates${first && last ? ` of ${shopDay(first.asOf)} to ${shopDay(last.asOf)}` : ''}`
}

type Charge = Pick<RateRow, 'zwgPerUsdScaled' | 'marginBasisPoints'>

/** Returns the rate that buyers are charged, including its margin. */
function charged({ zwgPerUsdScaled, marginBasisPoints }: Charge): number {
  return withMargin(zwgPerUsdScaled, marginBasisPoints)
}

/** Whether a rate has to be confirmed: it would become the newest and differs by more than `RATE_JUMP_PERCENT` from the last one. */
function needsConfirmation(rate: RatePlace & Charge, newestCounted: (RatePlace & Charge) | undefined): boolean {
  if (!newestCounted || isNewer(newestCounted, rate)) return false
  const [was, is] = [charged(newestCounted), charged(rate)]
  return Math.abs(is - was) * 100 > was * RATE_JUMP_PERCENT
}

/** Compares rates by time; with equal times, the rate entered later is newer. */
function isNewer(rate: RatePlace, than: RatePlace): boolean {
  const difference = rate.asOf.getTime() - than.asOf.getTime()
  return difference > 0 || (difference === 0 && rate.id > than.id)
}

function isStale({ asOf }: { asOf: Date }, now: Date): boolean {
  return now.getTime() - asOf.getTime() > RATE_DAYS * DAY_MS
}

function toRate(row: RateInHistory, { newestCounted, now }: { newestCounted: RatePlace | undefined; now: Date }): Rate {
  return {
    id: row.id,
    zwgPerUsd: rateText(row.zwgPerUsdScaled),
    source: row.source,
    asOf: row.asOf.toISOString(),
    marginBasisPoints: row.marginBasisPoints,
    enteredAt: row.enteredAt.toISOString(),
    enteredBy: row.enteredBy,
    state: rateState(row, newestCounted, now),
    changePercent: row.before && changePercent(charged(row.before), charged(row)),
  }
}

function rateState(row: RateRow, newestCounted: RatePlace | undefined, now: Date): Rate['state'] {
  // An unconfirmed rate is obsolete once a newer rate is in effect.
  if (!row.confirmedAt) return !newestCounted || isNewer(row, newestCounted) ? 'waiting' : 'past'
  if (row.id !== newestCounted?.id) return 'past'
  return isStale(row, now) ? 'stale' : 'current'
}

/** Rounded to two decimals for display. */
function changePercent(from: number, to: number): number {
  return Math.round((to / from - 1) * 10_000) / 100
}
