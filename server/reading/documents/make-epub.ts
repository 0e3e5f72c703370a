import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EpubSubject } from '#contracts/catalogue/book.ts'
import { authorsOf, CREDITS, RELATORS } from '#contracts/catalogue/contributor-roles.ts'
import type { PdfEpubTask } from '#server/media/epub/write-pdf-epub.ts'
import { asFault, InvalidFileError } from '#server/media/file-errors.ts'
import { prepareWritten } from '#server/media/processing/prepared-file.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import type { MadeEpubDetails, PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import type { BookPageStore } from './book-pages.store.ts'
import { EPUB_EDITION, type FoundSubject, type MadeEpubStore } from './made-epubs.store.ts'
import type { Making } from './save-renditions.ts'

/** Limits of processor time in ms: per page, since pages may have pictures, and the minimum in total. */
const WORK_MS = { page: 1000, least: 60_000 }
const COVER_TYPE = 'image/jpeg'

const MADE_FROM =
  'Made from the PDF of this book. Headings, notes and tables were recognized automatically; where the text is in doubt, the PDF shows the pages as they were printed.'

export type MakeEpub = ReturnType<typeof createEpubMaker>

/** Creates the function that makes and stores the EPUB of a PDF, or records that the text is not good enough for one. */
export function createEpubMaker(deps: {
  library: MediaLibrary
  publish: PublishToCatalogue
  pages: Pick<BookPageStore, 'findSummary' | 'lockFile' | 'findAsset'>
  store: MadeEpubStore
}) {
  const { library, publish, pages, store } = deps

  async function write(key: string, { subject }: FoundSubject, { folder, making }: { folder: string; making: Making }) {
    const target = join(folder, 'book.epub')
    const pageCount = (await pages.findSummary(key))?.pageCount ?? 0
    const about = describe(key, subject, await readCover(subject.coverKey))
    const workMs = Math.max(WORK_MS.least, WORK_MS.page * pageCount)
    const written = await withSandbox(
      {
        kind: 'pdf-epub',
        use: (work: (path: string) => Promise<{ score: number | null; isWritten: boolean }>) => library.withCopy(key, work),
      },
      (run, path) => run({ kind: 'pdf-epub', path, target, about }, { workMs }),
      { ...making, writable: folder },
    )
    const file = written.isWritten ? await prepareWritten(target, { type: 'application/epub+zip', role: 'made-epub' }) : undefined
    return { score: written.score, file }
  }

  async function readCover(key: string | null): Promise<Buffer | undefined> {
    if (key === null) return undefined
    return library
      .withCopy(key, (path) => readFile(path))
      .catch((error: unknown) => {
        if (!(error instanceof MissingMediaError)) throw error
        return undefined
      })
  }

  async function save(key: string, { former }: FoundSubject, outcome: MadeEpubDetails, file: PreparedFile | undefined): Promise<void> {
    // An outcome without an EPUB changes nothing for visitors, unless there was one.
    const keep = file || former?.outcome === 'made' ? publish : library.publish
    await keep(async ({ transaction, addFile, dropFiles }) => {
      if (!(await pages.lockFile(transaction, key))) return
      const asset = await pages.findAsset(transaction, key)
      if (!asset?.isCurrent) return
      await dropFiles(asset.id, 'made-epub')
      if (file) await addFile(asset.id, file, 'nobody')
      await store.setOutcome(transaction, asset.id, outcome)
    })
  }

  return async (key: string, making: Making): Promise<void> => {
    const found = await store.findSubject(key)
    if (!found) return
    const folder = await mkdtemp(join(library.tempFolder, 'epub-'))
    try {
      const made = await write(key, found, { folder, making }).catch(asFault)
      const { file, score } = InvalidFileError.is(made) ? { file: undefined, score: null } : made
      const outcome = InvalidFileError.is(made) ? 'failed' : file ? 'made' : 'poor'
      await save(key, found, { edition: EPUB_EDITION, outcome, score, subject: found.digest }, file)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

function describe(key: string, subject: EpubSubject, cover: Buffer | undefined): PdfEpubTask['about'] {
  const { title, contributors, publisher, isbn, rights, series, seriesNumber, language } = subject
  return {
    // The identifier stays the same when the EPUB is made again.
    id: `urn:uuid:${toUuid(key)}`,
    title,
    authors: authorsOf(subject),
    contributors: contributors.flatMap(({ name, role }) => (role === 'author' ? [] : [{ name, role: RELATORS[role] }])),
    publisher: publisher || undefined,
    isbn: isbn ?? undefined,
    rights,
    series: series ? { name: series, position: seriesNumber } : undefined,
    language,
    modified: new Date(),
    imprint: imprintOf(subject),
    ...(cover && { cover: { content: cover, type: COVER_TYPE, extension: 'jpg' } }),
  }
}

/** Returns the lines of the first page, about the book and its EPUB. */
function imprintOf(subject: EpubSubject): PdfEpubTask['about']['imprint'] {
  const { title, subtitle, contributors, publisher, publishedYear, editionStatement, isbn, rights } = subject
  const texts = [
    subtitle,
    authorsOf(subject).join(', '),
    ...contributors.flatMap(({ name, role }) => (role === 'author' ? [] : [`${CREDITS[role]} ${name}`])),
    editionStatement,
    [publisher, publishedYear].filter(Boolean).join(', '),
    isbn ? `ISBN ${isbn}` : '',
    rights,
  ]
  return [{ text: title, isHeading: true }, ...texts.flatMap((text) => (text ? [{ text }] : [])), { text: MADE_FROM, language: 'en' }]
}

/** Returns a UUID (version 8, RFC 9562) that depends on the file only. */
function toUuid(key: string): string {
  const hex = createHash('sha256').update(`EPUB of ${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
