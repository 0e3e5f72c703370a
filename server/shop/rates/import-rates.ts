import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { RateFields, type RatesImported, type RateTable } from '#contracts/shop/rate.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import { isNewer } from './current-rate.ts'
import { isFuture, named, needsConfirmation, type PublishDeps, toRow } from './publish-rate.ts'
import type { RateRow } from './rates.store.ts'

/** Maximum number of invalid rows that are listed. Further rows are only counted. */
const LISTED_ROWS = 20

/** Adds the exchange rates of a table, all or none, oldest first. Existing rates are skipped. */
export type ImportRates = (table: RateTable, by?: Actor) => Promise<RatesImported>

export function createImportRates({ store, record, transact, shopTime, now }: PublishDeps): ImportRates {
  return async (table, by) => {
    const rows = readRateTable(table, shopTime(), now())
      .toSorted((a, b) => Date.parse(a.asOf) - Date.parse(b.asOf))
      .map((fields) => toRow(fields, by, now()))
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
      if (added.length > 0) await record(transaction, { noun: 'rate', verb: 'added', subject: { name: nameOfMany(added, shopTime()) }, by })
      return {
        added: added.length,
        known: rows.length - added.length,
        waiting: added.filter((rate) => !rate.confirmedAt && (!newest || isNewer(rate, newest))).length,
      }
    })
  }
}

function identity({ asOf, scaled, source, marginBasisPoints }: RateRow) {
  return JSON.stringify([asOf.getTime(), scaled, source, marginBasisPoints])
}

function nameOfMany(rates: RateRow[], time: ShopTime) {
  const [first, last] = [rates[0], rates.at(-1)]
  if (rates.length === 1 && first) return `a table with the exchange rate ${named(first, time).name}`
  return `a table with ${rates.length} exchange rates${first && last ? ` of ${time.dayOf(first.asOf)} to ${time.dayOf(last.asOf)}` : ''}`
}

/** Parses rates from the CSV export of a spreadsheet. @throws invalidRequest with the invalid rows, for the whole table */
function readRateTable({ csv, marginBasisPoints }: RateTable, time: ShopTime, now: Date): RateFields[] {
  const delimiter = findDelimiter(csv)
  const rows = parseRows(csv, delimiter)
  if (rows.length === 0) throw refused(['The table has no rates.'])
  const problems: string[] = []
  const rates = rows.flatMap(({ number, cells: [date = '', rate = '', source = ''] }) => {
    // CSV files with decimal commas have semicolons between cells.
    const zwgPerUsd = delimiter === ';' ? rate.replace(',', '.') : rate
    const result = RateFields.safeParse({ zwgPerUsd, source, asOf: toMoment(date, time), marginBasisPoints })
    const wrong = result.error?.issues.map(({ message }) => message) ?? []
    if (result.success && isFuture(result.data, now)) wrong.push('The day is in the future.')
    if (wrong.length > 0) problems.push(`Row ${number}: ${[...new Set(wrong)].join(' ')}`)
    return result.success ? [result.data] : []
  })
  if (problems.length > LISTED_ROWS)
    throw refused([...problems.slice(0, LISTED_ROWS), `${problems.length - LISTED_ROWS} more rows are invalid.`])
  if (problems.length > 0) throw refused(problems)
  return rates
}

function parseRows(csv: string, delimiter: string) {
  try {
    return parse(csv, { delimiter, bom: true, trim: true, relax_column_count: true, skip_empty_lines: false })
      .map((cells, index) => ({ number: index + 1, cells }))
      .filter(({ number, cells }) => cells.some((cell) => cell !== '') && !(number === 1 && namesColumns(cells)))
  } catch (error) {
    if (error instanceof CsvError) throw refused([`The table can’t be read: ${error.message}`])
    throw error
  }
}

function namesColumns([first = '']: string[]) {
  return /^(date|day|as of)$/i.test(first)
}

// Only the first line is examined, because csv-parse's `delimiter_auto` mistakes commas inside a source for the delimiter.
/** Detects the CSV delimiter: spreadsheets use a comma, a semicolon or a tab, depending on the locale. */
function findDelimiter(csv: string) {
  const [first = ''] = csv.split(/[\r\n]/, 1)
  return [';', '\t'].find((delimiter) => first.includes(delimiter)) ?? ','
}

/** Converts a day to its start in the shop's time zone. Other text is returned unchanged and fails validation later. */
function toMoment(date: string, { startOf }: ShopTime) {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return date
  const start = startOf(date)
  return Number.isNaN(start.getTime()) ? date : start.toISOString()
}

function refused(messages: string[]) {
  return invalidRequest(messages.map((message) => ({ field: 'csv', message })))
}
