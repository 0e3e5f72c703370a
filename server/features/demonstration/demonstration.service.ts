import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { withAdvisoryLock } from '#server/platform/database/advisory-lock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { MediaKind } from '#server/platform/media/intake/media-type.ts'
import type { UploadedFile } from '#server/platform/media/intake/uploaded-file.ts'
import { type LocalFile, withLocalFiles } from '#server/platform/media/intake/with-local-files.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import { ignoreNotFound } from '#server/platform/problems.ts'
import { demonstration } from './demonstration.schema.ts'

/** An item as the add form would send it; its files are paths below the demonstration's folder. */
export type DemoItem = Record<string, string | number | string[] | undefined>
export type DemoCatalogue = { books: DemoItem[]; episodes: DemoItem[]; authors: DemoItem[] }

type Form = { fields: Record<string, string | string[]>; files: Record<string, UploadedFile>; discard: () => Promise<void> }
/** The service that takes the items of one kind, and one of its items away. */
export type DemoTaker = {
  add: (form: Form, options: { id: string }) => Promise<unknown>
  get: (id: string) => Promise<unknown>
  remove: (id: string) => Promise<void>
}

const KINDS: Record<string, MediaKind> = { coverImage: 'image', photo: 'image', pdf: 'pdf', audio: 'audio' }
const NO_LIMIT = { limitBytes: Number.MAX_SAFE_INTEGER }
/** Ids hold this time, so that everything published later stands before the demonstration. */
const EPOCH = Date.UTC(2026, 0, 1)

export type Demonstration = ReturnType<typeof createDemonstration>

/** Loads and removes the demonstration catalogue. Its ids are fixed, so that loading twice, or after a crash, adds what is missing. */
export function createDemonstration({
  database,
  catalogue,
  folder,
  library,
  takers,
  isEmpty,
  print = () => undefined,
}: {
  database: Database
  catalogue: DemoCatalogue
  folder: string
  library: Pick<MediaLibrary, 'tempFolder' | 'requireFreeSpace'>
  takers: { books: DemoTaker; episodes: DemoTaker; authors: DemoTaker }
  isEmpty: () => Promise<boolean>
  print?: (line: string) => void
}) {
  const nouns = ['books', 'episodes', 'authors'] as const

  const setState = (state: 'loading' | 'loaded' | 'removed') =>
    database.orm.insert(demonstration).values({ id: 1, state }).onConflictDoUpdate({ target: demonstration.id, set: { state } })

  async function load({ onItem, signal }: { onItem?: (done: number, total: number) => void; signal?: AbortSignal } = {}) {
    await alone(async () => {
      await setState('loading')
      const total = nouns.reduce((sum, noun) => sum + catalogue[noun].length, 0)
      let done = 0
      for (const noun of nouns) {
        // Lists show the newest first, and the catalogue is written down in the order in which it is to be shown.
        for (const [index, item] of [...catalogue[noun].entries()].reverse()) {
          if (signal?.aborted) return
          const id = demoId(noun, item, catalogue[noun].length - index)
          if (await isMissing(noun, id)) await addItem(takers[noun], item, id)
          onItem?.(++done, total)
        }
      }
      await setState('loaded')
    })
  }

  async function addItem(taker: DemoTaker, item: DemoItem, id: string) {
    const fields: Form['fields'] = {}
    const files: LocalFile[] = []
    for (const [field, value] of Object.entries(item)) {
      const kind = KINDS[field]
      if (kind) {
        const path = join(folder, String(value))
        files.push({ field, path, filename: basename(path), kind, ...NO_LIMIT })
      } else if (value !== undefined) {
        fields[field] = Array.isArray(value) ? value : String(value)
      }
    }
    await withLocalFiles(files, library, (form) => taker.add({ ...form, fields }, { id }))
  }

  /** Of several apps on one database only one loads; the others wait and find everything there. */
  const alone = (work: () => Promise<void>) => withAdvisoryLock(database, LOCKS.demo, work)
  const isMissing = async (noun: (typeof nouns)[number], id: string) => (await ignoreNotFound(takers[noun].get(id))) === undefined

  /** Whether a start should load it: the catalogue is empty and never had it, or a load was cut short. */
  async function isDue(): Promise<boolean> {
    const [row] = await database.orm.select().from(demonstration).where(eq(demonstration.id, 1))
    return row ? row.state === 'loading' : isEmpty()
  }

  return {
    load,
    isDue,

    loadWhenDue: async (signal: AbortSignal) => {
      if (!(await isDue())) return
      print('Loading the demonstration catalogue; its books appear on the site as they are ready.')
      await load({ signal })
      if (!signal.aborted) print('The demonstration catalogue is complete. npm run demo:remove takes it away.')
    },

    state: async (): Promise<'none' | 'loading' | 'loaded' | 'removed'> => {
      const [row] = await database.orm.select().from(demonstration).where(eq(demonstration.id, 1))
      return row?.state ?? 'none'
    },

    /** Removes every item of the demonstration that is still there. */
    remove: () =>
      alone(async () => {
        for (const noun of nouns) {
          for (const [index, item] of catalogue[noun].entries()) {
            const id = demoId(noun, item, catalogue[noun].length - index)
            if (!(await isMissing(noun, id))) await takers[noun].remove(id)
          }
        }
        await setState('removed')
      }),
  }
}

/** A UUIDv7 made of the item's place and name. */
function demoId(noun: string, item: DemoItem, place: number) {
  const random = createHash('sha256')
    .update(`${noun} ${item.title ?? item.name}`)
    .digest()
  return uuidv7({ msecs: EPOCH + place * 60_000, random, seq: 0 })
}
