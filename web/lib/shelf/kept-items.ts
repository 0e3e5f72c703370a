import { listen } from '#web/lib/browser-events.ts'
import { toastDeleted, UNDO_MS } from '#web/lib/toast.ts'
import { deleteShelfCache, openShelfCache } from './cache-storage.ts'
import { type KeptEntry, readKeptList, writeKeptList } from './kept-list.ts'
import { type KeptItem, opensUntil, RECORD, readRecords } from './kept-record.ts'

const listeners = new Set<() => void>()
/** The keys of items whose removal can still be undone. They are listed nowhere. */
const leaving = new Map<string, symbol>()
const keyOf = (kind: KeptItem['kind'], id: string) => `${kind} ${id}`

/** Calls the listener when what is kept has changed in this tab, until the returned function is called. */
export function listenToShelf(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** All that is kept or was begun, the newest first. */
export async function listKept(): Promise<KeptItem[]> {
  const items = (await readRecords()).filter(({ kind, item }) => !leaving.has(keyOf(kind, item.id)))
  const complete = items.filter(({ keptAt }) => keptAt !== null)
  updateList(complete.map(toEntry))
  return items.sort((a, b) => (b.keptAt ?? '9').localeCompare(a.keptAt ?? '9'))
}

/** Writes the record of an item into its cache. */
export async function writeKept(cache: Cache, kept: KeptItem): Promise<void> {
  await cache.put(RECORD, new Response(JSON.stringify(kept)))
  leaving.delete(keyOf(kept.kind, kept.item.id))
  await announce()
}

/** Once a day is enough, and spares the phone's storage. */
const RENEWED_AFTER_MS = 24 * 3_600_000

/** Notes that the site lets this browser open these items now. */
export async function renewKept(confirmed: (kept: KeptItem) => boolean): Promise<void> {
  let isChanged = false
  for (const kept of await readRecords()) {
    const { isOwned, keptAt, checkedAt = keptAt } = kept
    if (!isOwned || !checkedAt || !confirmed(kept)) continue
    const age = Date.now() - Date.parse(checkedAt)
    // A clock that was wrong before must not extend the time.
    if (age >= 0 && age < RENEWED_AFTER_MS) continue
    const cache = await openShelfCache(kept.kind, kept.item.id)
    await cache.put(RECORD, new Response(JSON.stringify({ ...kept, checkedAt: new Date().toISOString() })))
    isChanged = true
  }
  if (isChanged) await announce()
}

export async function removeKept(kind: KeptItem['kind'], id: string): Promise<void> {
  await deleteShelfCache(kind, id)
  await announce()
}

/** Removes an item once that can no longer be undone: after ten seconds, or when the page is closed. */
export async function removeKeptLater(kind: KeptItem['kind'], id: string): Promise<void> {
  const key = keyOf(kind, id)
  const removal = Symbol()
  const finish = () => {
    stop()
    // Unless that was undone, or the item is kept again.
    if (leaving.get(key) === removal && leaving.delete(key)) void removeKept(kind, id)
  }
  const stop = listen(window, 'pagehide', finish)
  setTimeout(finish, UNDO_MS)
  leaving.set(key, removal)
  await announce()
  toastDeleted('Removed from this device', () => {
    leaving.delete(key)
    void announce()
  })
}

async function announce() {
  await listKept()
  for (const listener of listeners) listener()
}

function toEntry(kept: KeptItem): KeptEntry {
  const { item, media, isOwned, form } = kept
  return { id: item.id, media, isOwned, isText: form === 'text', until: opensUntil(kept) }
}

/** Writes only what is new, since other tabs are told. */
function updateList(entries: KeptEntry[]) {
  if (JSON.stringify(entries) !== JSON.stringify(readKeptList())) writeKeptList(entries)
}
