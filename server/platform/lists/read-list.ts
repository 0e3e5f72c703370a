import { and, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery, Page } from '#contracts/common/list.ts'
import type { Orm, Reader } from '#server/platform/database/database.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { type ListOrder, type ListPart, type ListPosition, planList, type Searchable, sortIdOf } from './plan-list.ts'
import { rowsToFetch, toPage } from './select-page.ts'

/** Number of rows per batch, small enough that other requests are handled between two batches. */
const ROWS_AT_A_TIME = 100

type Narrowed = { filters: SQL | undefined; except?: SQL }
/** Handles one batch of items. The next batch is read once the promise has resolved. */
export type HandleBatch<Item> = (items: Item[], connection: Reader) => Promise<void>

/**
 * Creates a reader for a public list. Rows with the highest value of `highest` come first, then the newest rows; a search is ordered by
 * relevance.
 * @param noun distinguishes the lists whose totals `count` caches
 * @param highest column that precedes the date in the order of the list, unless a query asks for the newest items
 * @param orders further orders by name, which a query can ask for
 * @param narrow conditions in addition to the search text. `except` matches rows to leave out, which an index counts faster than the
 * remaining rows
 * @param isAbout condition for rows that are about a word which their texts need not contain
 * @param select reads the columns of the given rows, in any order
 */
export function createListReader<Row extends { id: string }, Item, Query extends ListQuery & { newest?: boolean; sort?: string }>(
  orm: Orm,
  deps: {
    table: PgTable & Searchable
    noun: string
    highest?: PgColumn
    orders?: Record<string, ListOrder>
    narrow: (query: Query) => Narrowed
    isAbout?: (word: string) => SQL
    select: (reader: Reader, these: SQL) => Promise<Row[]>
    toItem: (row: Row) => Item
    count: VersionedCache<number>
  },
) {
  const { table, noun, highest, orders = {}, narrow, isAbout, select, toItem, count } = deps
  const plan = (query: Query) =>
    planList(table, query, { highest: query.newest ? undefined : highest, order: query.sort ? orders[query.sort] : undefined, isAbout })
  const rowsOf = ({ matches, after }: ListPart, { filters, except }: Narrowed) => and(matches, filters, except && not(except), after)

  /** Reads the rows with the given ids, in the order of the ids. */
  async function readRows<Found extends { id: string }>(reader: Reader, found: Found[]) {
    const rows = await select(reader, sql`${table.id} = any(${sql.param(found.map(({ id }) => id))}::text[])`)
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    // Missing rows are skipped, since a row may have been deleted after its id was read.
    return found.flatMap((entry) => {
      const row = rowOf.get(entry.id)
      return row ? [{ ...entry, row }] : []
    })
  }

  async function countAll(reader: Reader, disjoint: (SQL | undefined)[], { filters, except }: Narrowed) {
    const counts = disjoint.map(async (matches) => {
      const all = reader.$count(table, and(matches, filters))
      return (await all) - (except ? await reader.$count(table, and(matches, filters, except)) : 0)
    })
    return (await Promise.all(counts)).reduce((sum, number) => sum + number, 0)
  }

  /** Reads one page: first the ids, part by part until the page is full, then the columns of these rows. */
  async function readPage(reader: Reader, query: Query): Promise<Page<Item>> {
    const { parts, disjoint } = plan(query)
    const narrowed = narrow(query)
    const wanted = rowsToFetch(query.limit)
    const found: ListPosition[] = []
    for (const part of parts) {
      if (found.length >= wanted) break
      const rows = reader
        .select({ id: table.id, sortId: sortIdOf(table), rank: part.rank })
        .from(table)
        .where(rowsOf(part, narrowed))
      found.push(...((await rows.orderBy(...part.orderBy).limit(wanted - found.length)) as ListPosition[]))
    }
    const isComplete = query.cursor === undefined && found.length < wanted
    const { cursor: _cursor, limit: _limit, ...counted } = query
    const key = `${noun} ${JSON.stringify(Object.entries(counted).sort())}`
    const [rows, total] = await Promise.all([
      readRows(reader, found),
      isComplete ? found.length : count(key, () => countAll(reader, disjoint, narrowed)),
    ])
    return toPage(rows, total, query.limit, ({ row }) => toItem(row))
  }

  return {
    list: (query: Query): Promise<Page<Item>> => readPage(orm, query),

    /**
     * Reads the whole list from one snapshot, with one batch of rows in memory at a time. The database connection is occupied until the
     * last batch is handled, so `onBatch` must not wait for a client.
     */
    listAll: async (query: Query, onBatch: HandleBatch<Item>): Promise<void> => {
      const narrowed = narrow(query)
      const readPart = async (transaction: Reader, part: ListPart) => {
        const ids = transaction.select({ id: table.id }).from(table).where(rowsOf(part, narrowed))
        await transaction.execute(sql`declare whole_list no scroll cursor for ${ids.orderBy(...part.orderBy).getSQL()}`)
        for (;;) {
          const { rows: found } = await transaction.execute<{ id: string }>(sql`fetch ${sql.raw(String(ROWS_AT_A_TIME))} from whole_list`)
          if (found.length === 0) break
          const items = (await readRows(transaction, found)).map(({ row }) => toItem(row))
          await onBatch(items, transaction)
        }
        await transaction.execute(sql`close whole_list`)
      }
      await orm.transaction(
        async (transaction) => {
          for (const part of plan(query).parts) await readPart(transaction, part)
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      )
    },
  }
}
