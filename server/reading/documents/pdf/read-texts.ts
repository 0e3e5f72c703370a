import { asFault, InvalidFileError, unlessAtFault } from '#server/media/file-errors.ts'
import { withSandbox } from '#server/media/sandbox/sandbox.ts'
import { type Making, type RenditionDeps, saveRenditions } from '#server/reading/documents/save-renditions.ts'
import type { CostlyFiles } from './costly-files.ts'

/** Time limit for extracting the texts of a batch of pages, in ms. */
const TEXTS_MS = 20_000

const NO_TEXT = { runs: [], direction: 'ltr' as const, links: [], content: '' }

/**
 * Extracts and stores the texts of pages. If the texts can't be read together, each page is read separately. An unreadable page gets an
 * empty text.
 * @param workMs limit of processor time for a page
 */
export function readTexts(
  deps: RenditionDeps & { costly: CostlyFiles },
  { key, pages, workMs }: { key: string; pages: number[]; workMs: number },
  making?: Making,
): Promise<void> {
  const { costly, library, store } = deps
  return withSandbox(
    { kind: 'page-texts', use: (work) => library.withCopy(key, work) },
    async (read, path) => {
      const readSome = async (some: number[]) => {
        const limits = { workMs: Math.min(workMs * some.length, TEXTS_MS) }
        const { texts } = await read({ kind: 'page-texts', path, pages: some }, limits)
        return some.map((page, index) => ({ page, ...(texts[index] ?? NO_TEXT) }))
      }
      const readOne = async (page: number) => {
        const none = [{ page, ...NO_TEXT }]
        if (!costly.mayTry(key)) return none
        const found = await readSome([page]).catch(asFault)
        const isFault = InvalidFileError.is(found)
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
      await saveRenditions(deps, key, ({ transaction }) => store.insertTexts(transaction, key, texts))
    },
    making,
  )
}
