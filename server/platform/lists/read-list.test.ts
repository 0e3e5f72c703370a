// @module-tag full
import { and } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BookQuery } from '#contracts/common/list.ts'
import { createAuthorStore } from '#server/catalogue/authors/authors.store.ts'
import { books } from '#server/catalogue/books/books.schema.ts'
import { createBookStore } from '#server/catalogue/books/books.store.ts'
import { createPodcastStore } from '#server/catalogue/podcasts/podcasts.store.ts'
import { createVersionedCache } from '#server/platform/versioned-cache.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { planListInOneQuery } from './plan-list.ts'

const ROWS = 20_000
/** Number of rows below which PostgreSQL scans the whole table, which is faster than an index. */
const SMALL_TABLE = 1000

type Services = Awaited<ReturnType<typeof openTestServices>>

let services: Services
const statements: { text: string; parameters: unknown[] }[] = []
let stores: {
  books: ReturnType<typeof createBookStore>
  podcasts: ReturnType<typeof createPodcastStore>
  authors: ReturnType<typeof createAuthorStore>
}

beforeAll(async () => {
  services = await openTestServices()
  const { pool } = services.database
  await pool.query(FILL)
  // The tables are vacuumed, as after a large import: otherwise the pending rows of a GIN index would be scanned one by one.
  await pool.query('vacuum analyze')
  const orm = drizzle({ client: pool, logger: { logQuery: (text, parameters) => void statements.push({ text, parameters }) } })
  const count = createVersionedCache<number>({ max: 100, version: services.catalogueVersion.current })
  stores = {
    books: createBookStore(orm, { count }),
    podcasts: createPodcastStore(orm, { count }),
    authors: createAuthorStore(orm, { count }),
  }
})
afterAll(() => services.close())

const searches = [
  'common',
  'rare777',
  'common rare777',
  'comon',
  'seldm',
  'seldom',
  'c',
  'om',
  '%',
  'nothing at all',
  'seldom  title',
  '19999',
  'teen coaching',
  'book writing seldom',
]

describe('reading a search result page by page returns the same list as a single query', () => {
  test.each(searches)('%s', async (q) => {
    const whole = await orderedWhole(q)
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await stores.books.list({ q, limit: 100, ...(cursor && { cursor }) })
      expect(page.total).toBe(whole.length)
      found.push(...page.items.map((book) => book.id))
      cursor = page.next
      // Reading stops after a thousand rows, which are a sufficient sample.
    } while (cursor && found.length < 1000)
    expect(found).toEqual(whole.slice(0, found.length))
    expect(found.length).toBeGreaterThanOrEqual(Math.min(whole.length, 1000))
  })

  test('a search without a limit returns all matches', async () => {
    const { items, total } = await stores.books.list({ q: 'seldom' })
    expect([items.length, items.map((book) => book.id)]).toEqual([total, await orderedWhole('seldom')])
  })
})

describe('no query for a page of a list scans a whole table', () => {
  const queries: (BookQuery & { free?: boolean; newest?: boolean })[] = [
    { limit: 24 },
    { limit: 24, newest: true },
    { limit: 24, newest: true, free: true },
    { limit: 24, category: 'Teen Coaching' },
    { limit: 24, language: 'sn' },
    { limit: 24, excludeAuthor: 'Author 5' },
    { limit: 24, author: 'Author 5' },
    ...searches.filter((q) => q.length > 1).map((q) => ({ q, limit: 24 })),
    { q: 'seldom', category: 'Book Writing', limit: 24 },
    // Requests that the bookshop sends if a search has no results, and requests of the founder's page.
    ...[1, 24].flatMap((limit) => ['common', 'seldom', 'rare777', 'seldm'].map((q) => ({ q, author: 'Author 5', limit }))),
    { q: 'common', category: 'Teen Coaching', author: 'Author 5', limit: 1 },
    { category: 'Book Writing', author: 'Author 5', limit: 1 },
    { q: 'seldom', excludeAuthor: 'Author 5', limit: 24 },
  ]
  test.each(queries)('%j', async (query) => {
    for (const list of [stores.books.list, stores.podcasts.list, stores.authors.list]) {
      statements.length = 0
      const first = await list(query)
      if (first.next) await list({ ...query, cursor: first.next })
      expect(statements.length).toBeGreaterThan(0)
      for (const statement of statements.filter(({ text }) => !text.includes('count(*)')))
        expect(await tablesReadWhole(statement), statement.text).toEqual([])
    }
  })

  test('the total of a list is counted once until something is published', async () => {
    const query = { q: 'common', limit: 3 }
    const counted = async () => {
      statements.length = 0
      await stores.books.list(query)
      return statements.some(({ text }) => text.includes('count(*)'))
    }
    await counted()
    expect(await counted()).toBe(false)
    await services.database.orm.transaction(services.catalogueVersion.increment)
    await services.catalogueVersion.refresh()
    expect(await counted()).toBe(true)
  })

  test('a page that contains the whole list needs no query for the total', async () => {
    statements.length = 0
    expect((await stores.books.list({ q: 'rare777', limit: 24 })).total).toBe(1)
    expect(statements.some(({ text }) => text.includes('count(*)'))).toBe(false)
  })
})

/** Returns the ids of all matches in order, from a single statement without paging. */
async function orderedWhole(q: string) {
  const plan = planListInOneQuery(books, { q })
  const rows = await services.database.orm
    .select({ id: books.id })
    .from(books)
    .where(and(plan.matches))
    .orderBy(...plan.orderBy)
  return rows.map((row) => row.id)
}

async function tablesReadWhole({ text, parameters }: (typeof statements)[number]): Promise<string[]> {
  const { rows } = await services.database.pool.query(`explain (format json) ${text}`, parameters)
  const found: string[] = []
  const look = (node: { 'Node Type': string; 'Relation Name'?: string; Plans?: never[] }) => {
    if (node['Node Type'] === 'Seq Scan') found.push(node['Relation Name'] ?? '')
    for (const child of node.Plans ?? []) look(child)
  }
  look(rows[0]['QUERY PLAN'][0].Plan)
  const { rows: small } = await services.database.pool.query(
    `select relname from pg_class where relkind = 'r' and reltuples < ${SMALL_TABLE}`,
  )
  return found.filter((table) => !small.some(({ relname }) => relname === table))
}

/**
 * SQL that inserts authors, books and episodes. Most items contain a common word, one in fifty has a less common word in its name, and
 * a single item has a rare word.
 */
const FILL = `
  create temporary table numbered as
    select n, '0190' || lpad(to_hex(n), 4, '0') || '-0000-7000-8000-000000000000' as id from generate_series(1, ${ROWS}) as n;
  insert into media_assets (id, kind, details)
    select kind || n, kind, '{"width": 1, "height": 1, "placeholder": "", "sources": [{"type": "image/webp", "width": 1, "path": "x"}], "pageCount": 1, "encrypted": false}'::jsonb
    from numbered, unnest(array['image', 'file']) as kind;
  insert into media_files (asset_id, key, role, type, bytes, audience) select 'file' || n, 'key' || n, 'original', 'application/pdf', 1, 'public' from numbered;
  insert into books (id, title, author, description, price_minor, categories, cover_id)
    select id, case when n % 50 = 0 then 'Seldom title ' else 'Title ' end || n, 'Author ' || n % 500,
      case when n % 10 > 0 then 'A common text. ' else 'Another. ' end || case when n = 777 then 'rare777' else '' end || repeat(' filler ', 20),
      0, array[case when n % 40 = 0 then 'Book Writing' else 'Teen Coaching' end], 'image' || n from numbered;
  insert into podcasts (id, title, host, description, duration, price_minor, categories, cover_id)
    select id, title, author, description, '1:00', 0, categories, cover_id from books;
  insert into editions (id, kind, item_id, format, asset_id)
    select kind || n, kind, id, format, 'file' || n from numbered, (values ('book', 'pdf'), ('podcast', 'audio')) as each (kind, format);
  insert into authors (id, name, bio, social_links, photo_id) select id, title, description, '{}', cover_id from books;
`
