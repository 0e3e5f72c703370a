import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AdminMadeEpub, MadeEpub } from '#contracts/catalogue/made-epub.ts'
import { MADE_EPUB_PATH } from '#contracts/common/media-url.ts'
import { editions } from '#server/catalogue/items/editions.schema.ts'
import { isEditionOf } from '#server/catalogue/items/editions.store.ts'
import { findDerivedFiles } from '#server/media/store/derived-files.ts'
import { mediaAssets, mediaFiles } from '#server/media/store/media.schema.ts'
import type { PagesDetails } from '#server/media/store/media-asset.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { books } from './books.schema.ts'
import type { StoredBook } from './books.store.ts'

const own = alias(editions, 'own_edition')

/** Condition that a book has no EPUB file, so that one may be made from its PDF. */
const hasNoEpub = (bookId: SQLWrapper) =>
  sql`not exists (select 1 from ${editions} as ${own} where ${own.itemId} = ${bookId} and ${own.kind} = 'book' and ${own.format} = 'epub' and ${own.assetId} is not null)`

/** Rows of the books with a PDF from which an EPUB may be made. */
const ofPdf = sql`
  ${books}
  join ${editions} on ${isEditionOf('book', books.id, 'pdf')}
  join ${mediaAssets} on ${mediaAssets.id} = ${editions.assetId} and ${mediaAssets.details}->>'encrypted' is distinct from 'true'
  join ${mediaFiles} on ${mediaFiles.assetId} = ${editions.assetId} and ${mediaFiles.role} = 'original'`
const isCandidate = sql`${books.deletedAt} is null and ${hasNoEpub(books.id)}`

/**
 * Query of the files from which EPUBs are made: `file_key`, and `subject` with the description of the book (`EpubSubject`). A file of
 * several books is described by the one that offers the EPUB.
 */
export const epubSubjects = sql`
  select distinct on (${mediaFiles.key}) ${mediaFiles.key} as file_key, jsonb_build_object(
    'title', ${books.title}, 'subtitle', ${books.subtitle}, 'author', ${books.author}, 'contributors', ${books.contributors},
    'publisher', ${books.publisher}, 'publishedYear', ${books.publishedYear}, 'editionStatement', ${books.editionStatement},
    'isbn', ${books.isbn}, 'rights', ${books.rights}, 'series', ${books.series}, 'seriesNumber', ${books.seriesNumber},
    'language', ${books.language},
    'coverKey', (select jpeg.key from ${mediaFiles} as jpeg where jpeg.asset_id = ${books.coverId} and jpeg.role = 'jpeg' limit 1)
  ) as subject
  from ${ofPdf} where ${isCandidate}
  order by ${mediaFiles.key}, ${books.offerEpub} desc, ${books.id}`

export type MadeEpubs = ReturnType<typeof createMadeEpubs>

/** Creates the queries of the EPUBs that are made from the text of books' PDFs. */
export function createMadeEpubs(orm: Orm) {
  const pdfOf = ({ editions }: Pick<StoredBook, 'editions'>) => editions.find(({ format }) => format === 'pdf')
  const hasOwn = ({ editions }: Pick<StoredBook, 'editions'>) => editions.some(({ format }) => format === 'epub')

  return {
    /** Returns the books with the EPUBs that they offer, null if a book offers none or until it is made. */
    addTo: async <Book extends StoredBook>(found: Book[]): Promise<(Book & { madeEpub: MadeEpub | null })[]> => {
      const offering = found.flatMap((book) => (book.offerEpub && !hasOwn(book) ? [pdfOf(book)?.url ?? ''] : []))
      const files = offering.length > 0 ? await findDerivedFiles(orm, 'made-epub', offering) : new Map()
      return found.map((book) => {
        const url = pdfOf(book)?.url ?? ''
        const file = book.offerEpub && !hasOwn(book) ? files.get(url) : undefined
        return { ...book, madeEpub: file ? { url: `${url}${MADE_EPUB_PATH}`, bytes: file.bytes } : null }
      })
    },

    /** Finds the EPUB that is made from a PDF, and whether a book offers it. */
    find: async (fileKey: string): Promise<(StoredFile & { isOffered: boolean }) | undefined> => {
      const file = (await findDerivedFiles(orm, 'made-epub', [fileKey])).get(fileKey)
      if (!file) return undefined
      const { rows } = await orm.execute(
        sql`select 1 from ${ofPdf} where ${and(eq(mediaFiles.key, fileKey), books.offerEpub, isCandidate)} limit 1`,
      )
      return { ...file, audience: 'nobody', isOffered: rows.length > 0 }
    },

    /** Returns the state of the EPUB of a book. `sign` returns the grant for the PDF. */
    describe: async (book: StoredBook, sign: (key: string) => string): Promise<AdminMadeEpub> => {
      const none = { score: null, bytes: null, url: null }
      const pdf = pdfOf(book)
      if (!pdf) return { state: 'no-pdf', ...none }
      if (hasOwn(book)) return { state: 'own', ...none }
      if (pdf.encrypted) return { state: 'locked', ...none }
      const { details } = mediaAssets
      const [row] = await orm.select({ details }).from(mediaAssets).where(eq(mediaAssets.derivedFrom, pdf.url))
      const { epub } = (row?.details ?? {}) as PagesDetails
      if (!epub) return { state: 'waiting', ...none }
      const { score, outcome } = epub
      const file = (await findDerivedFiles(orm, 'made-epub', [pdf.url])).get(pdf.url)
      if (outcome !== 'made' || !file) return { state: outcome === 'made' ? 'waiting' : outcome, ...none, score }
      return { state: 'made', score, bytes: file.bytes, url: `${pdf.url}${MADE_EPUB_PATH}?grant=${sign(pdf.url)}` }
    },
  }
}
