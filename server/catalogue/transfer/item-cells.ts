import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { formatChapters } from '#contracts/catalogue/chapter.ts'
import { formatContributors } from '#contracts/catalogue/contributor.ts'
import { editionFields } from '#contracts/catalogue/item-form.ts'
import { writeVtt } from '#contracts/catalogue/transcript-files.ts'
import { withHours } from '#contracts/listening/duration.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { Item, ItemService } from './item-service.ts'
import { COVER, type Sheet, TRANSCRIPT } from './sheets.ts'

const original = alias(mediaFiles, 'original')
const LONGEST_NAME = 60

/** Stored file of an item: its name in tables, and its key, which begins with its SHA-256. A transcript has its text in place of a file. */
export type FileCell = { name: string; key: string; content?: string }
export type ItemCells = { texts: Record<string, string>; files: Record<string, FileCell> }

/** Returns the cells of an item's table row: texts, and the stored file of each file column. */
export async function cellsOf(
  item: Item,
  sheet: Sheet,
  { orm, service }: { orm: Orm; service: Pick<ItemService, 'readTranscript'> },
): Promise<ItemCells> {
  const coverKey = await originalOf(orm, item.cover.sources[0]?.path ?? '')
  if (!coverKey) throw new MissingMediaError('of a cover')
  const contents = editionFields(sheet.form).flatMap((column) => item.editions?.filter(({ format }) => format === column).slice(0, 1) ?? [])
  const keys: Record<string, string> = { [COVER]: coverKey, ...Object.fromEntries(contents.map(({ format, url }) => [format, url])) }
  const content = item.hasTranscript ? writeVtt((await service.readTranscript?.(item.id)) ?? []) : undefined
  if (content) keys[TRANSCRIPT] = `${createHash('sha256').update(content).digest('hex')}.vtt`
  const values: Record<string, unknown> = {
    ...item,
    categories: item.categories.join(', '),
    subjects: item.subjects.join(', '),
    contributors: formatContributors(item.contributors ?? []).replaceAll('\n', '; '),
    chapters: formatChapters(item.chapters ?? []),
    duration: withHours(item.duration ?? ''),
    offerEpub: item.offerEpub ? 'yes' : '',
  }
  return {
    texts: Object.fromEntries(sheet.texts.map((column) => [column, String(values[column] ?? '')])),
    files: Object.fromEntries(
      Object.entries(keys).map(([column, key]) => [
        column,
        { name: fileName(item.title, key), key, content: column === TRANSCRIPT ? content : undefined },
      ]),
    ),
  }
}

/** Returns whether a name in a table is that of the stored file: exported names end with the first digits of the file's digest. */
export function isStoredFile(name: string, { key }: FileCell): boolean {
  return name.toLowerCase().endsWith(`${key.slice(0, 12)}${extensionOf(key)}`)
}

/**
 * Returns a recognizable file name that every file system accepts, and that is different for different content:
 * `sow-in-season-9f86d081884c.pdf`.
 */
function fileName(title: string, key: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-|-$/g, '')
  return `${[words, key.slice(0, 12)].filter(Boolean).join('-')}${extensionOf(key)}`
}

const extensionOf = (key: string) => key.slice(key.indexOf('.'))

/** Returns the key of the original file of a rendition: the uploaded file, including the camera's metadata. */
async function originalOf(orm: Orm, renditionKey: string): Promise<string | undefined> {
  const [row] = await orm
    .select({ key: original.key })
    .from(mediaFiles)
    .innerJoin(original, and(eq(original.assetId, mediaFiles.assetId), eq(original.role, 'original')))
    .where(eq(mediaFiles.key, renditionKey))
    .orderBy(original.key)
    .limit(1)
  return row?.key
}
