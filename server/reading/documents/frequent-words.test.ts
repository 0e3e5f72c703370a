// @module-tag full
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const PAGES = 40_000
const MOST = 100

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { pdfUrl } = await storeBook(app.services)
  // Generated pages: "lantern" is on every page, "harvest" on every third page and "bridge" on all other pages; "quagga" is on one page,
  // and "nyala" only on pages outside the samples.
  await app.services.database.orm.execute(sql`
    with made as (
      insert into book_page_sets (file_key, asset_id, edition, state, sizes, outline, has_text)
      select key, asset_id, 1, 'complete', '[]', '[]', true from media_files where key = ${pdfUrl} limit 1 returning file_key
    )
    insert into page_texts (file_key, page, content, runs, direction)
    select file_key, page, 'lantern' || case when page % 3 = 0 then ' harvest' else ' bridge' end
      || case when page = 12345 then ' quagga' else '' end
      || case when (hashtext(file_key)::bigint + page) % 8 <> 0 and page <= 200 then ' nyala' else '' end, '[]', 'ltr'
    from made, generate_series(1, ${PAGES}::int) as page`)
})
afterAll(() => app.close())

async function find(q: string, most = MOST): Promise<number[]> {
  const { rows } = await app.services.database.orm.execute<{ page: number }>(
    sql`select page from find_matching_pages(websearch_to_tsquery('english', ${q}), ${most})`,
  )
  return rows.map(({ page }) => page)
}

test('a search for a frequent word returns as many pages as requested, from all parts of the book', async () => {
  const pages = await find('lantern')
  expect(pages).toHaveLength(MOST)
  expect(new Set(pages).size).toBe(MOST)
  const harvests = await find('lantern harvest')
  expect(harvests).toHaveLength(MOST)
  expect(harvests.filter((page) => page % 3 !== 0)).toEqual([])
})

test('a search for a rare word returns all its pages, including pages outside the indexed samples', async () => {
  expect(await find('quagga')).toEqual([12345])
  expect(await find('quagga lantern')).toEqual([12345])
  const rare = await find('nyala', 1000)
  expect(rare).toHaveLength(175)
  expect(await find('nyala')).toHaveLength(MOST)
})

test('search in a book respects quoted and excluded words, and finds nothing with only excluded words', async () => {
  expect((await find('"lantern harvest"')).filter((page) => page % 3 !== 0)).toEqual([])
  expect(await find('"lantern harvest"')).toHaveLength(MOST)
  expect(await find('"harvest lantern"')).toEqual([])
  const without = await find('lantern -harvest')
  expect(without).toHaveLength(MOST)
  expect(without.filter((page) => page % 3 === 0)).toEqual([])
  expect(await find('lantern -harvest -bridge')).toEqual([])
  expect(await find('-lantern')).toEqual([])
  expect(await find('the')).toEqual([])
})
