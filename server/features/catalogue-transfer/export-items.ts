import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatChapters } from '#contracts/chapter.ts'
import { writeVtt } from '#contracts/transcript-files.ts'
import { writeLine } from '#server/platform/csv/csv-cells.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type MediaStore, MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { CommandError, ignoreNotFound } from '#server/platform/problems.ts'
import { allItems, type Item, type ItemService } from './item-service.ts'
import { originalOf } from './original-of.ts'
import { COVER, type Noun, SHEETS, type Sheet, TRANSCRIPT } from './sheets.ts'

/** Without it, spreadsheets take UTF-8 for something older. */
const BYTE_ORDER_MARK = '\ufeff'
const LONGEST_NAME = 60

/**
 * Writes everything of one kind to a new table that the import reads, the oldest first, so that importing it makes the same
 * order again; with a folder, the files that it names as well, as they were uploaded. Answers how many items there were.
 */
export function createExport({
  database,
  store,
  services,
}: {
  database: Database
  store: MediaStore
  services: Record<Noun, ItemService>
}) {
  /** The item's line; its files are in the folder when it is there. */
  async function write(item: Item, sheet: Sheet, mediaFolder: string | undefined) {
    const contentKey = item[sheet.content.key] ?? ''
    const coverKey = await originalOf(database.orm, item.cover.sources[0]?.path ?? '')
    if (!coverKey) throw new MissingMediaError('of a cover')
    const files = { [COVER]: coverKey, [sheet.content.column]: contentKey }
    const names = Object.fromEntries(Object.entries(files).map(([column, key]) => [column, fileName(item.title, key)]))
    const transcript = item.hasTranscript ? writeVtt((await services.podcasts.readTranscript?.(item.id)) ?? []) : undefined
    if (transcript) names[TRANSCRIPT] = fileName(item.title, `${createHash('sha256').update(transcript).digest('hex')}.vtt`)
    const { categories, chapters = [] } = item
    const values: Record<string, unknown> = { ...item, categories: categories.join(', '), chapters: formatChapters(chapters), ...names }
    if (mediaFolder && transcript) await writeOut(transcript, join(mediaFolder, names[TRANSCRIPT] ?? ''))
    if (mediaFolder) for (const [column, key] of Object.entries(files)) await copyOut(store, key, join(mediaFolder, names[column] ?? ''))
    return writeLine(sheet.columns.map((column) => String(values[column] ?? '')))
  }

  return async function exportItems(
    noun: Noun,
    {
      output,
      mediaFolder,
      signal,
      onItem,
    }: { output: string; mediaFolder?: string; signal?: AbortSignal; onItem?: (done: number, total: number) => void },
  ): Promise<number> {
    const sheet = SHEETS[noun]
    await refuseExisting(output)
    // What is sold here is nobody else's business on this machine.
    await mkdir(dirname(output), { recursive: true, mode: 0o700 })
    if (mediaFolder) await mkdir(mediaFolder, { recursive: true, mode: 0o700 })
    const unfinished = `${output}.unfinished`
    // One that a crash left may be readable by others, and would stay so.
    await rm(unfinished, { force: true })
    const table = await open(unfinished, 'wx', 0o600)
    try {
      await table.appendFile(BYTE_ORDER_MARK + writeLine([...sheet.columns]))
      const ids = (await Array.fromAsync(allItems(services[noun]), ({ id }) => id)).reverse()
      let count = 0
      for (const [index, id] of ids.entries()) {
        signal?.throwIfAborted()
        const item = await ignoreNotFound(services[noun].get(id))
        // Deleted since the list was made, now or in a moment.
        const line = item && (await write(item, sheet, mediaFolder).catch((error) => explainMissing(error, services[noun], item)))
        if (line) {
          await table.appendFile(line)
          count += 1
        }
        onItem?.(index + 1, ids.length)
      }
      await table.sync()
      await rename(unfinished, output)
      return count
    } finally {
      await table.close()
      await rm(unfinished, { force: true })
    }
  }
}

/** A file that is missing is as it should be when its item is gone, and a damage otherwise. */
async function explainMissing(error: unknown, service: ItemService, { id, title }: Item) {
  if (!(error instanceof MissingMediaError)) throw error
  if (await ignoreNotFound(service.get(id)))
    throw new CommandError(`A stored file of “${title}” is missing. Publish it anew, or restore a backup.`)
  return undefined
}

async function refuseExisting(path: string) {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw new CommandError(`${path} already exists. Remove it, or choose another name with --output.`)
}

/** A name that people recognise and every file system takes, and that differs when the content does: `sow-in-season-9f86d081884c.pdf`. */
function fileName(title: string, key: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_NAME)
    .replaceAll(/^-+|-+$/g, '')
  const extension = key.slice(key.indexOf('.'))
  return `${[words, key.slice(0, 12)].filter(Boolean).join('-')}${extension}`
}

/** Its name changes with its content, so one that is there is the same, or what a crash left of it. */
async function writeOut(text: string, path: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, text, { flag: 'wx', mode: 0o600 })
  await rename(unfinished, path)
}

/**
 * Copies a stored file to a path whose name says what is in it, readable by its owner alone: it may be for sale. One that is
 * there, whole, from a run before is kept.
 */
async function copyOut(store: MediaStore, key: string, path: string): Promise<void> {
  const size = await stat(path).then(
    (found) => found.size,
    () => undefined,
  )
  if (size !== undefined && size === (await store.size(key))) return
  const unfinished = `${path}.unfinished`
  try {
    await rm(unfinished, { force: true })
    await pipeline(await store.open(key), createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    await rename(unfinished, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}
