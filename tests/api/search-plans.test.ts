// @module-tag full
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorSearch } from '#server/catalogue/authors/authors.search.ts'
import { createBookSearch } from '#server/catalogue/books/books.search.ts'
import { podcastSearch } from '#server/catalogue/podcasts/podcasts.search.ts'
import { createSearchStore } from '#server/catalogue/search/search.store.ts'
import { pageSearch } from '#server/reading/documents/page-search.ts'
import { subjects } from '#site/subjects.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test('from the sixth search on, a database connection reuses the generic query plan of the first page of results', async () => {
  await app.services.database.orm.transaction(async (transaction) => {
    const store = createSearchStore(transaction, { subjects: () => subjects })
    const sources = [createBookSearch(pageSearch), podcastSearch, authorSearch]
    for (let number = 1; number <= 8; number++) await store.find(sources, `season ${number}`, { limit: 12, offset: 0 })
    const { rows } = await transaction.execute(
      sql`select custom_plans::int as planned, generic_plans::int as reused from pg_prepared_statements`,
    )
    expect(rows).toEqual([{ planned: 5, reused: 3 }])
  })
})
