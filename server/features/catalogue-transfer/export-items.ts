import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeLine } from '#server/platform/csv/csv-cells.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type MediaStore, MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { CommandError, ignoreNotFound } from '#server/platform/problems.ts'
import { copyOut } from './copy-out.ts'
import { fileName } from './file-name.ts'
import type { Item, ItemService } from './item-service.ts'
import { originalOf } from './original-of.ts'
import { COVER, type Noun, SHEETS, type Sheet } from './sheets.ts'

/** Without it, spreadsheets take UTF-8 for something older. */
const BYTE_ORDER_MARK = '\ufeff'

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
    const values: Record<string, unknown> = { ...item, categories: item.categories.join(', '), ...names }
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
      const ids = (await idsOf(services[noun])).reverse()
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

async function idsOf(service: ItemService) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await service.list({ limit: 100, ...(cursor && { cursor }) })
    ids.push(...page.items.map((item) => item.id))
    cursor = page.next
  } while (cursor)
  return ids
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
  if (exists) throw new CommandError(`${path} is there already. Remove it, or choose another name with --output.`)
}
