import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { deleteShelfCache, KEPT_MEDIA, openShelfCaches } from './cache-storage.ts'
import { type KeptEntry, readKeptList, writeKeptList } from './kept-list.ts'

/** In what form an item is kept. */
export type KeptForm = 'text' | 'pages' | 'pdf' | 'light' | 'sound'

/**
 * An item on the shelf. Its record is written first without `keptAt`, which says what was begun, and again as the last thing: what was
 * broken off is never taken for kept.
 */
export type KeptItem = DetailedItem & {
  form: KeptForm
  /** The key of its file */
  media: string
  /** Whether it was bought or given, and not free */
  isOwned: boolean
  bytes: number
  keptAt: string | null
}

const RECORD = `${KEPT_MEDIA}record`

const listeners = new Set<() => void>()

/** Calls the listener when what is kept has changed in this tab, until the returned function is called. */
export function listenToShelf(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All that is kept or was begun, the newest first. */
export async function listKept(): Promise<KeptItem[]> {
  const records = await Promise.all((await openShelfCaches()).map(readRecord))
  // A cache without a record was made the moment the browser was ended.
  const items = records.filter((record) => record !== undefined)
  const complete = items.filter(({ keptAt }) => keptAt !== null)
  updateList(complete.map(({ item, media, isOwned, form }) => ({ id: item.id, media, isOwned, isText: form === 'text' })))
  return items.sort((a, b) => (b.keptAt ?? '9').localeCompare(a.keptAt ?? '9'))
}

/** Writes the record of an item into its cache. */
export async function writeKept(cache: Cache, kept: KeptItem): Promise<void> {
  await cache.put(RECORD, Response.json(kept))
  await announce()
}

export async function removeKept(kind: KeptItem['kind'], id: string): Promise<void> {
  await deleteShelfCache(kind, id)
  await announce()
}

async function announce() {
  await listKept()
  for (const listener of listeners) listener()
}

async function readRecord(cache: Cache): Promise<KeptItem | undefined> {
  return (await cache.match(RECORD))?.json()
}

/** Writes only what is new, since other tabs are told. */
function updateList(entries: KeptEntry[]) {
  if (JSON.stringify(entries) !== JSON.stringify(readKeptList())) writeKeptList(entries)
}
