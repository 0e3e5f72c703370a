import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { authorForm } from '#contracts/catalogue/author.ts'
import { bookForm } from '#contracts/catalogue/book.ts'
import { fileFields } from '#contracts/catalogue/item-form.ts'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import { type LocalFile, withLocalFiles } from '#server/media/upload/local-files.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { RecordAction } from '#server/platform/audit/action.ts'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Database, Orm } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { ignoreNotFound } from '#server/platform/problems.ts'
import { demonstration } from './demonstration.schema.ts'
import { createRemoval, type DemonstrationNoun, type RemovableItems, type WasSold } from './remove-demonstration.ts'

const NOUNS = ['books', 'episodes', 'authors'] as const
type Noun = DemonstrationNoun

/** Demonstration item with the fields of the add form. File paths are relative to the demonstration's folder. */
export type DemoItem = Record<string, string | number | string[] | undefined>
export type DemoCatalogue = Record<Noun, DemoItem[]>

type Form = { fields: Record<string, string | string[]>; files: Record<string, UploadedFile> }
/** Functions for one kind of item with which the demonstration catalogue is loaded. */
export type DemoItemService = {
  latest: (limit: number) => Promise<unknown[]>
  get: (id: string) => Promise<unknown>
  add: (form: Form, options: { id: string }) => Promise<unknown>
} & RemovableItems

const FORMATS = new Map([bookForm, podcastForm, authorForm].flatMap((form) => fileFields(form).map(([name, { kind }]) => [name, kind])))
const NO_LIMIT = { limitBytes: Number.MAX_SAFE_INTEGER }
/** Time in the ids of demonstration items, early enough that every other item is newer. */
const EPOCH = Date.UTC(2026, 0, 1)

export type DemonstrationDeps = {
  database: Database
  catalogue: DemoCatalogue
  folder: string
  library: Pick<MediaLibrary, 'tempFolder' | 'requireFreeSpace'>
  publish: PublishToCatalogue
  record: RecordAction
  services: Record<Noun, DemoItemService>
  wasSold: WasSold
  print?: (line: string) => void
}
export type Demonstration = ReturnType<typeof createDemonstration>

/**
 * Loads and removes the demonstration catalogue. Its ids are fixed, so that loading it again, also after a crash, adds only missing items.
 */
export function createDemonstration({
  database,
  catalogue,
  folder,
  library,
  services,
  print = () => undefined,
  ...deps
}: DemonstrationDeps) {
  // Items are added in reverse order, because the catalogue is written in display order and lists display the newest items first.
  const entries = NOUNS.flatMap((noun) =>
    catalogue[noun]
      .map((item, index, all) => ({ item, noun, id: demoId(noun, item, all.length - index), service: services[noun] }))
      .toReversed(),
  )

  /** Runs the work under a lock, so that only one instance loads the catalogue. Other instances wait until the catalogue is loaded. */
  const withLock = (work: () => Promise<void>) => withAdvisoryLock(database, LOCKS.demo, work)
  const exists = async ({ service, id }: (typeof entries)[number]) => (await ignoreNotFound(service.get(id))) !== undefined

  async function readState() {
    const [row] = await database.orm.select().from(demonstration).where(eq(demonstration.id, 1))
    return row?.state ?? 'none'
  }

  const setState = (state: 'loading' | 'loaded' | 'removed', connection: Pick<Orm, 'insert'> = database.orm) =>
    connection.insert(demonstration).values({ id: 1, state }).onConflictDoUpdate({ target: demonstration.id, set: { state } })

  async function publish({ item, id, service }: (typeof entries)[number]) {
    const fields: Form['fields'] = {}
    const files: LocalFile[] = []
    for (const [field, value] of Object.entries(item)) {
      const format = FORMATS.get(field)
      if (format) {
        const path = join(folder, String(value))
        files.push({ field, path, filename: basename(path), format, ...NO_LIMIT })
      } else if (value !== undefined) {
        fields[field] = Array.isArray(value) ? value : String(value)
      }
    }
    await withLocalFiles(files, library, (form) => service.add({ ...form, fields }, { id }))
  }

  async function load({ onItem, signal }: { onItem?: (done: number, total: number) => void; signal?: AbortSignal } = {}) {
    await withLock(async () => {
      await setState('loading')
      for (const [index, entry] of entries.entries()) {
        if (signal?.aborted) return
        if (!(await exists(entry))) await publish(entry)
        onItem?.(index + 1, entries.length)
      }
      await setState('loaded')
    })
  }

  /** Returns whether a start should load the demonstration: it was never loaded and there are no items, or a load was interrupted. */
  async function isDue(): Promise<boolean> {
    const state = await readState()
    if (state !== 'none') return state === 'loading'
    const lists = await Promise.all(NOUNS.map((noun) => services[noun].latest(1)))
    return lists.every((items) => items.length === 0)
  }

  return {
    load,
    isDue,
    state: readState,
    bookIds: entries.filter(({ noun }) => noun === 'books').map(({ id }) => id),

    loadWhenDue: async (signal: AbortSignal) => {
      if (!(await isDue())) return
      print('Loading the demonstration catalogue; its books appear on the site as they are ready.')
      await load({ signal })
      if (!signal.aborted)
        print('The demonstration catalogue is complete. To remove it, open Site in the admin area, or run npm run demo:remove.')
    },

    ...createRemoval({ ...deps, entries, readState, setRemoved: (transaction) => setState('removed', transaction) }),
  }
}

/** Returns a UUIDv7 derived from the position and name of a demonstration item. */
function demoId(noun: Noun, item: DemoItem, position: number) {
  const random = createHash('sha256')
    .update(`${noun} ${item.title ?? item.name}`)
    .digest()
  return uuidv7({ msecs: EPOCH + position * 60_000, random, seq: 0 })
}
