import { createHash, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asFault, InvalidFileError } from '#server/media/file-errors.ts'
import type { PagePicture } from '#server/media/pdf/draw-page.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import { writeWholeFile } from '#server/platform/files/write-whole-file.ts'
import { RENDITION_SET_NAMES, RENDITION_SETS, type RenditionSet } from '#server/reading/documents/page-manifest.ts'
import { type Making, type RenditionDeps, saveRenditions } from '#server/reading/documents/save-renditions.ts'
import type { CostlyFiles } from './costly-files.ts'

/** Result of rendering a page: `pictures` is the file's fault if the page failed. A page that is not attempted has no pictures either. */
type DrawnPage = { page: number; pictures: PagePicture[] | InvalidFileError | 'not attempted' }

/**
 * Renders pages as images and stores them. A page that can't be rendered, through a fault of the file, is recorded as failed and does not
 * affect other pages.
 * @param workMs limit of processor time for a page
 */
export function renderPictures(
  deps: RenditionDeps & { costly: CostlyFiles },
  { key, pages, series, workMs }: { key: string; pages: number[]; series: RenditionSet; workMs: number },
  making?: Making,
): Promise<void> {
  const { costly, library } = deps
  return withSandbox(
    { kind: 'page-pictures', use: (work) => library.withCopy(key, work) },
    async (draw, path) => {
      const { format, widths } = RENDITION_SETS[series]
      const drawn: DrawnPage[] = []
      for (const page of pages) {
        if (!costly.mayTry(key)) {
          drawn.push({ page, pictures: 'not attempted' })
          continue
        }
        const task = { kind: 'page-pictures' as const, path, page, widths: [...widths], format }
        const result = await draw(task, { workMs }).catch(asFault)
        costly.count(key, { isCostly: isCostly(result) })
        drawn.push({ page, pictures: InvalidFileError.is(result) ? result : result.pictures })
      }
      await savePictures(deps, { key, series, drawn })
    },
    making,
  )
}

async function savePictures(
  deps: RenditionDeps & { costly: CostlyFiles },
  { key, series, drawn }: { key: string; series: RenditionSet; drawn: DrawnPage[] },
) {
  const { library, store } = deps
  const { file, pages } = await pack(drawn, library.tempFolder)
  try {
    await saveRenditions(deps, key, async ({ transaction, addFile }, assetId) => {
      if (file) await addFile(assetId, file, 'nobody')
      await store.insertPictures(transaction, key, series, pages)
      // Failed pages are recorded in all rendition sets, since rendering them for another set would take as much work and fail too.
      const undrawn = pages.filter(({ packKey }) => packKey === null)
      for (const other of RENDITION_SET_NAMES) if (undrawn.length > 0) await store.insertPictures(transaction, key, other, undrawn)
    })
  } finally {
    if (file) await rm(file.path, { force: true })
  }
}

/** Writes the images of several pages to one file. Returns no file if no page could be rendered. */
async function pack(drawn: DrawnPage[], folder: string) {
  const contents = drawn.flatMap(({ pictures }) => picturesOf(pictures).map(({ content }) => content))
  const file = contents.length > 0 ? await writePack(Buffer.concat(contents), folder) : undefined
  let start = 0
  const pages = drawn.map(({ page, pictures }) => ({
    page,
    isCostly: isCostly(pictures),
    packKey: picturesOf(pictures).length > 0 && file ? file.key : null,
    pictures: picturesOf(pictures).map(({ width, format, content }) => {
      const picture = { width, format, start, bytes: content.length }
      start += content.length
      return picture
    }),
  }))
  return { file, pages }
}

function picturesOf(pictures: DrawnPage['pictures']): PagePicture[] {
  return Array.isArray(pictures) ? pictures : []
}

function isCostly(result: unknown): boolean {
  return InvalidFileError.is(result) && result.isLimit
}

async function writePack(content: Buffer, folder: string): Promise<PreparedFile> {
  const path = join(folder, `${randomUUID()}.part`)
  await writeWholeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { key: `${sha256}.pages`, path, type: 'application/octet-stream', bytes: content.length, role: 'pack' }
}
