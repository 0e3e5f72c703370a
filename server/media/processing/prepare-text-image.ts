import type { TextImage } from '#contracts/reading/book-reflow.ts'
import { asFault } from '#server/media/file-errors.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import { prepareBytes } from './prepared-file.ts'

/** Time limit for an image, in ms. */
const WORK_MS = 30_000

/**
 * Creates the renditions of an image in a text, in `folder`. Returns undefined for an image that can't be displayed: damaged, of another
 * format, or too small to be more than an ornament.
 */
export async function prepareTextImage(
  content: Uint8Array,
  { folder, pixelLimit }: { folder: string; pixelLimit: number },
): Promise<{ image: TextImage; files: PreparedFile[] } | undefined> {
  try {
    const task = { kind: 'image' as const, content, pixelLimit, isInText: true as const }
    const { width, height, renditions } = await runSandboxTask(task, { workMs: WORK_MS })
    const files: PreparedFile[] = []
    const sources: TextImage['sources'] = []
    for (const { type, width, content } of renditions) {
      const file = await prepareBytes(content, { folder, type, role: 'rendition' })
      files.push(file)
      sources.push({ type, width, file: file.key, bytes: content.length })
    }
    return { image: { width, height, sources }, files }
  } catch (error) {
    asFault(error)
    return undefined
  }
}
