import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type MediaStore, MissingMediaError } from '#server/media/store/media-store.ts'
import { writeLine } from '#server/platform/csv/csv-cells.ts'
import type { Database } from '#server/platform/database/database.ts'
import { CommandError, ignoreNotFound } from '#server/platform/problems.ts'
import { succeeds } from '#server/platform/succeeds.ts'
import { cellsOf } from './item-cells.ts'
import { allItems, type Item, type ItemService } from './item-service.ts'
import { type Noun, SHEETS, type Sheet } from './sheets.ts'

/** Byte order mark, without which spreadsheets mistake UTF-8 for an older encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Creates the export, which writes all items of one kind to a new table in the import format, oldest first, so that an import creates them
 * in the original order. With a folder, the export also writes the files that the table names, as they were uploaded. Returns the number of
 * items.
 */
export function createExport(deps: { database: Database; store: MediaStore; services: Record<Noun, ItemService> }) {
  const { database, store, services } = deps

  /** Returns the table row of an item. Writes the item's files to the media folder, if one is given. */
  async function write(item: Item, sheet: Sheet, mediaFolder: string | undefined) {
    const { texts, files } = await cellsOf(item, sheet, { orm: database.orm, service: services[sheet.noun] })
    const names = Object.fromEntries(Object.entries(files).map(([column, { name }]) => [column, name]))
    if (mediaFolder)
      for (const { name, key, content } of Object.values(files)) {
        if (content !== undefined) await writeOut(content, join(mediaFolder, name))
        else await copyOut(store, key, join(mediaFolder, name))
      }
    const values: Record<string, string> = { ...texts, ...names }
    return writeLine(sheet.columns.map((column) => values[column] ?? ''))
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
    // Permissions exclude other users of the machine, since the files are for sale.
    await mkdir(dirname(output), { recursive: true, mode: 0o700 })
    if (mediaFolder) await mkdir(mediaFolder, { recursive: true, mode: 0o700 })
    const unfinished = `${output}.unfinished`
    // An unfinished file left by a crash is deleted, since other users may have read permission, which overwriting would preserve.
    await rm(unfinished, { force: true })
    const table = await open(unfinished, 'wx', 0o600)
    try {
      await table.appendFile(BYTE_ORDER_MARK + writeLine([...sheet.columns]))
      const ids = (await Array.fromAsync(allItems(services[noun]), ({ id }) => id)).reverse()
      let count = 0
      for (const [index, id] of ids.entries()) {
        signal?.throwIfAborted()
        const item = await ignoreNotFound(services[noun].get(id))
        // The item may have been deleted after the list was read, or may be deleted while its row is written.
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

/** Ignores the error for a missing file if the file's item was deleted in the meantime. Otherwise throws an error that names the item. */
async function explainMissing(error: unknown, service: ItemService, { id, title }: Item) {
  if (!(error instanceof MissingMediaError)) throw error
  if (await ignoreNotFound(service.get(id)))
    throw new CommandError(`A stored file of “${title}” is missing. Upload the file again, or restore a backup.`)
  return undefined
}

async function refuseExisting(path: string) {
  if (await succeeds(access(path))) throw new CommandError(`${path} already exists. Remove it, or choose another name with --output.`)
}

/** Writes a text to a path that depends on the text. An existing file, which has identical content or was left by a crash, is replaced. */
async function writeOut(text: string, path: string): Promise<void> {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, text, { flag: 'wx', mode: 0o600 })
  await rename(unfinished, path)
}

/**
 * Copies a stored file to a path that identifies the content, readable only by its owner, since the file may be for sale. A complete file
 * from an earlier export is not copied again.
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
