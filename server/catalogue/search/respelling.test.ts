// @module-tag full
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { SearchResults } from '#contracts/catalogue/search.ts'
import fc from '#tests/support/property-testing.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Words, each with a misspelling that is similar to none of the other words */
const SLIPS = { quagga: 'quaga', zorilla: 'zorila', bontebok: 'bontbok', caracal: 'carcal', pangolin: 'pangloin' }
const WORDS = Object.keys(SLIPS) as (keyof typeof SLIPS)[]

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function suggestion(q: string, more = ''): Promise<string | null> {
  const response = await app.get(`/api/search?q=${encodeURIComponent(q)}${more}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<SearchResults>().suggestion
}
const publish = (description: string) => storeBook(app.services, { title: 'Field notes', description })
const describeAs = async ({ id }: Book, description: string) => {
  const response = await app.sendForm('PATCH', `/api/books/${id}`, toForm({ description }))
  expect(response.statusCode, response.body).toBe(200)
}
const withdraw = async ({ id }: Book) => {
  const response = await app.send('DELETE', `/api/books/${id}`)
  expect(response.statusCode, response.body).toBeLessThan(300)
}

test('misspelled words are replaced by the most similar words in texts, and words found in a text stay unchanged', async () => {
  const book = await publish('The zorilla, a caracal and Éland calves.')
  expect(await suggestion('zorila carcal')).toBe('zorilla caracal')
  expect(await suggestion('ZORILLAS carcal')).toBe('ZORILLAS caracal')
  expect(await suggestion('elannd')).toBe('eland')
  expect(await suggestion('carcal', '&kind=podcast')).toBeNull()
  await withdraw(book)
})

describe('a word is suggested as a spelling only while a text contains it', () => {
  test('a word is not suggested after it is removed from a text or its book is withdrawn, and only inflections in use are suggested', async () => {
    const book = await publish('Two zorillas.')
    expect(await suggestion('zorilas')).toBe('zorillas')
    await describeAs(book, 'One zorilla.')
    expect(await suggestion('zorilas')).toBe('zorilla')
    await withdraw(book)
    expect(await suggestion('zorilas')).toBeNull()
  })

  test('a word is suggested only while a text contains it, after any sequence of publishing, editing and withdrawing', async () => {
    const step = fc.record({ does: fc.constantFrom('publish', 'change', 'withdraw'), which: fc.nat(), words: fc.subarray(WORDS) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const shelf: { book: Book; words: string[] }[] = []
        try {
          for (const { does, which, words } of steps) {
            const description = `A ${words.join(' ')}.`
            const chosen = shelf[which % shelf.length]
            if (does === 'publish' || !chosen) {
              shelf.push({ book: await publish(description), words })
            } else if (does === 'change') {
              await describeAs(chosen.book, description)
              chosen.words = words
            } else {
              await withdraw(chosen.book)
              shelf.splice(which % shelf.length, 1)
            }
          }
          const written = new Set(shelf.flatMap(({ words }) => words))
          for (const word of WORDS) expect(await suggestion(SLIPS[word])).toBe(written.has(word) ? word : null)
        } finally {
          for (const { book } of shelf) await withdraw(book)
        }
      }),
      { numRuns: 10 },
    )
  })
})

test('a word that occurs only on pages of books is not suggested', async () => {
  const book = await publish('Nothing of it here.')
  await app.services.database.orm.execute(sql`
    with made as (
      insert into book_page_sets (file_key, asset_id, edition, state, sizes, outline, has_text)
      select key, asset_id, 1, 'complete', '[]', '[]', true from media_files where key = ${book.pdfUrl} limit 1 returning file_key
    )
    insert into page_texts (file_key, page, content, runs, direction) select file_key, 1, 'A pangolin.', '[]', 'ltr' from made`)
  expect(await suggestion('pangloin')).toBeNull()
})
