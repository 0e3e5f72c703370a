import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BookPages } from '#contracts/reading/book-pages.ts'
import { InvalidFileError, SandboxLostError } from '#server/media/file-errors.ts'
import type { PagePicture } from '#server/media/pdf/draw-page.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import type { MediaLibrary, Publication } from '#server/media/store/media-library.ts'
import { writeWholeFile } from '#server/platform/files/write-whole-file.ts'
import type { BookPageStore } from './book-pages.store.ts'
import type { BookReflowStore } from './book-reflow.store.ts'
import { createCostlyFiles } from './costly-files.ts'
import { RENDITION_SET_NAMES, RENDITION_SETS, type RenditionSet } from './page-manifest.ts'

/** Time limit for the sizes of all pages; ten thousand pages take long. */
const READ_MS = 30_000
/** Time limit for the text of each page. */
const TEXT_MS = 3000
/** Time limit for pages whose texts are read together. */
const TEXTS_MS = 20_000
const DRAW_MS = 6000
/** Time limit for reflowable text: for each page, and the minimum in total. */
const REFLOW_MS = { page: 300, least: 20_000 }

type DrawnPage = { page: number; pictures: PagePicture[]; isCostly: boolean }
export type Making = { signal?: AbortSignal | undefined; background?: boolean }
export type PageMaker = ReturnType<typeof createPageMaker>

const NO_PAGES: BookPages = { sizes: [], labels: null, outline: [], hasText: false }
const NO_TEXT = { runs: [], direction: 'ltr' as const, links: [], content: '' }

/**
 * Creates page renditions of books' files and stores them. Existing renditions are not replaced, so that several apps may create the same.
 * The catalogue version is not incremented until a book has all its pages.
 */
export function createPageMaker({
  library,
  store,
  reflows,
  drawMs = DRAW_MS,
  textMs = TEXT_MS,
}: {
  library: MediaLibrary
  store: BookPageStore
  reflows: BookReflowStore
  /** Limits of processor time for a page */
  drawMs?: number
  textMs?: number
}) {
  const costly = createCostlyFiles()

  /** Stores renditions with the manifest of the file, unless the manifest was removed. */
  function save(key: string, work: (publication: Publication, assetId: string) => Promise<void>): Promise<void> {
    return library.publish(async (publication) => {
      const { transaction } = publication
      if (!(await store.lockFile(transaction, key))) return
      const asset = await store.findAsset(transaction, key)
      if (asset?.isCurrent) await work(publication, asset.id)
    })
  }

  async function saveManifest(key: string, pages: BookPages | undefined): Promise<void> {
    await library.publish(async ({ transaction, add, drop }) => {
      if (!(await store.lockFile(transaction, key))) return
      const former = await store.findAsset(transaction, key)
      // Another app may have stored the manifest already.
      if (former?.isCurrent && former.state !== 'failed') return
      if (former) await drop(former.id)
      const assetId = await add({ kind: 'pages', files: [], details: {}, derivedFrom: key })
      await store.insertManifest(transaction, key, { assetId, state: pages ? 'making' : 'failed', pages: pages ?? NO_PAGES })
    })
  }

  async function savePictures(key: string, series: RenditionSet, drawn: DrawnPage[]): Promise<void> {
    const { file, pages } = await pack(drawn, library.tempFolder)
    try {
      await save(key, async ({ transaction, addFile }, assetId) => {
        if (file) await addFile(assetId, file, 'nobody')
        await store.insertPictures(transaction, key, series, pages)
        // Another width or format would fail as well, and cost as much.
        const undrawn = pages.filter(({ packKey }) => packKey === null)
        for (const other of RENDITION_SET_NAMES) if (undrawn.length > 0) await store.insertPictures(transaction, key, other, undrawn)
      })
    } finally {
      if (file) await rm(file.path, { force: true })
    }
  }

  const open =
    (key: string) =>
    <Result>(work: (path: string) => Promise<Result>) =>
      library.withCopy(key, work)

  return {
    /** Returns whether a page of the file exceeded a limit since the start of the app. */
    isCostly: (key: string): boolean => costly.has(key),

    /** Creates the page manifest of the file. A file that can't be read is recorded as failed. */
    makeManifest: (key: string, { signal }: Making = {}): Promise<void> =>
      withSandbox(
        { kind: 'book-pages', use: open(key) },
        async (read, path) => {
          const reading = again(() => read({ kind: 'book-pages', path }, { workMs: READ_MS }))
          const pages = await reading.catch(unlessAtFault(undefined))
          await saveManifest(key, pages && (({ kind: _, ...rest }) => rest)(pages))
        },
        { signal },
      ),

    /** Extracts the texts of pages. If they can't be read together, each page is read separately; an unreadable page gets an empty text. */
    makeTexts: (key: string, pages: number[], { signal, background }: Making = {}): Promise<void> =>
      withSandbox(
        { kind: 'page-texts', use: open(key) },
        async (read, path) => {
          const readSome = async (some: number[]) => {
            const work = { workMs: Math.min(textMs * some.length, TEXTS_MS) }
            const { texts } = await again(() => read({ kind: 'page-texts', path, pages: some }, work))
            return some.map((page, index) => ({ page, ...(texts[index] ?? NO_TEXT) }))
          }
          const readOne = async (page: number) => {
            const none = [{ page, ...NO_TEXT }]
            if (!costly.mayTry(key)) return none
            const found = await readSome([page]).catch(asFault)
            const isFault = found instanceof InvalidFileError
            costly.count(key, { isCostly: isFault && found.isLimit })
            return isFault ? none : found
          }
          const readEach = async () => {
            const texts = []
            for (const page of pages) texts.push(...(await readOne(page)))
            return texts
          }
          const together = pages.length > 1 && !costly.has(key) ? await readSome(pages).catch(unlessAtFault(undefined)) : undefined
          const texts = together ?? (await readEach())
          await save(key, ({ transaction }) => store.insertTexts(transaction, key, texts))
        },
        { signal, ...(background && { background }) },
      ),

    /** Creates reflowable text. Text that can't be read, or takes too long, is recorded as missing. */
    buildReflow: (key: string, pageCount: number, { signal, background }: Making = {}): Promise<void> =>
      withSandbox(
        { kind: 'book-reflow', use: open(key) },
        async (read, path) => {
          const workMs = Math.max(REFLOW_MS.least, REFLOW_MS.page * pageCount)
          const reading = again(() => read({ kind: 'book-reflow', path }, { workMs }))
          const { reflow } = await reading.catch(unlessAtFault({ reflow: null }))
          await save(key, ({ transaction }) => reflows.insertReflow(transaction, key, reflow))
        },
        { signal, ...(background && { background }) },
      ),

    /** Renders pages as pictures. A page that can't be rendered is recorded as such and does not affect other pages. */
    makePictures: (key: string, pages: number[], series: RenditionSet, { signal, background }: Making = {}): Promise<void> =>
      withSandbox(
        { kind: 'page-pictures', use: open(key) },
        async (draw, path) => {
          const { format, widths } = RENDITION_SETS[series]
          const drawn: DrawnPage[] = []
          for (const page of pages) {
            if (!costly.mayTry(key)) {
              drawn.push({ page, pictures: [], isCostly: false })
              continue
            }
            const task = { kind: 'page-pictures' as const, path, page, widths: [...widths], format }
            const result = await again(() => draw(task, { workMs: drawMs })).catch(asFault)
            const isFault = result instanceof InvalidFileError
            const isCostly = isFault && result.isLimit
            costly.count(key, { isCostly })
            drawn.push({ page, pictures: isFault ? [] : result.pictures, isCostly })
          }
          await savePictures(key, series, drawn)
        },
        { signal, ...(background && { background }) },
      ),

    /** Removes all renditions of the files and returns the number of these files. */
    removeAssets: async (which: 'failed' | 'orphaned' | 'all'): Promise<number> => {
      const ids = await store.listAssets(which)
      for (const id of ids) await library.publish(({ drop }) => drop(id))
      return ids.length
    },
  }
}

/** Writes the pictures of several pages to one file; returns no file when no page could be rendered. */
async function pack(drawn: DrawnPage[], folder: string) {
  const contents = drawn.flatMap(({ pictures }) => pictures.map(({ content }) => content))
  const file = contents.length > 0 ? await writePack(Buffer.concat(contents), folder) : undefined
  let start = 0
  const pages = drawn.map(({ page, pictures, isCostly }) => ({
    page,
    isCostly,
    packKey: pictures.length > 0 && file ? file.key : null,
    pictures: pictures.map(({ width, format, content }) => {
      const picture = { width, format, start, bytes: content.length }
      start += content.length
      return picture
    }),
  }))
  return { file, pages }
}

async function writePack(content: Buffer, folder: string): Promise<PreparedFile> {
  const path = join(folder, `${randomUUID()}.part`)
  await writeWholeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { key: `${sha256}.pages`, path, type: 'application/octet-stream', bytes: content.length, role: 'pack' }
}

/** Retries once when the process was lost: an earlier page, or somebody on the machine, may have ended it; a fresh process decides. */
function again<Result>(run: () => Promise<Result>): Promise<Result> {
  return run().catch((error: unknown) => (error instanceof SandboxLostError ? run() : Promise.reject(error)))
}

/** Returns an error handler that replaces errors caused by the file with the value. */
function unlessAtFault<Value>(value: Value) {
  return (error: unknown): Value => {
    asFault(error)
    return value
  }
}

/** Returns the error when the file is its cause; throws any other error. */
function asFault(error: unknown): InvalidFileError {
  if (error instanceof InvalidFileError) return error
  throw error
}
