import { and, not, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { ListQuery, Page } from '#contracts/list.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import type { ListPosition } from './cursor.ts'
import type { ListPlan, Searchable } from './plan-list.ts'
import { rowsToFetch, selectInOrder, toPage } from './select-page.ts'

type Selected = { id: string }

/**
 * Reads one page of a public list: first the ids, part by part until the page is full, then the columns of these rows.
 * @param count caches totals by key; `noun` distinguishes the lists
 * @param filters conditions beside the search text
 * @param except rows to leave out; an index counts them faster than the rest
 * @param select reads the columns of these rows, in any order
 */
export async function readPage<Row extends Selected, Item>(
  { orm, table, count, noun }: { orm: Orm; table: PgTable & Searchable; count: VersionedCache<number>; noun: string },
  plan: ListPlan,
  {
    query,
    filters,
    except,
    select,
    toItem,
  }: {
    query: ListQuery
    filters: SQL | undefined
    except?: SQL | undefined
    select: (these: SQL) => Promise<Row[]>
    toItem: (row: Row) => Item
  },
): Promise<Page<Item>> {
  const wanted = rowsToFetch(query.limit)
  const found: ListPosition[] = []
  for (const { matches, after, rank, orderBy } of plan.parts) {
    if (found.length >= wanted) break
    const where = and(matches, filters, except && not(except), after)
    const rows = orm.select({ id: table.id, rank }).from(table).where(where)
    found.push(...((await rows.orderBy(...orderBy).limit(wanted - found.length)) as ListPosition[]))
  }
  const isComplete = query.cursor === undefined && found.length < wanted
  const { cursor: _cursor, limit: _limit, ...narrowed } = query
  const key = `${noun} ${JSON.stringify(Object.entries(narrowed).sort())}`
  const countAll = async () => {
    const countIn = async (matches: SQL | undefined) => {
      const all = orm.$count(table, and(matches, filters))
      return (await all) - (except ? await orm.$count(table, and(matches, filters, except)) : 0)
    }
    return (await Promise.all(plan.disjoint.map(countIn))).reduce((sum, number) => sum + number, 0)
  }
  const [shown, total] = await Promise.all([selectInOrder(table, found, select), isComplete ? found.length : count(key, countAll)])
  return toPage(shown, total, query.limit, ({ row }) => toItem(row))
}
