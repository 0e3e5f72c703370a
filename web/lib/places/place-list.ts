import type { PlaceKey } from '#contracts/common/browser-storage.ts'
import { readStorage, writePlaces } from '#web/lib/storage/local-storage.ts'
import { announcePlace, subscribeToPlaces } from './left-at.ts'
import { isNewer } from './place-tracker.ts'

/** Place in a stored list. Places stored by earlier versions have no time. */
export type Entry = { at?: number }

const toActed = ({ at = 0 }: Entry) => ({ place: undefined, at })

/**
 * Creates a list of places in local storage, newest first, one per book or episode. Only the modules of this folder write places. A place
 * that can't be stored lasts as long as the page.
 * @param limit number of entries, beyond which the oldest are dropped
 * @param former key of earlier versions, which `parse` reads too; it is removed when the list is written
 */
export function createPlaceList<Stored extends Entry>({
  key,
  limit,
  former,
  parse,
  idOf,
}: {
  key: PlaceKey
  limit: number
  former?: PlaceKey
  parse: (text: string | null, former: string | null) => Stored[]
  idOf: (entry: Stored) => string
}) {
  const unstored = new Map<string, Stored>()
  /** Entries of the texts that were read last, since each card of a page looks for its own place */
  let parsed: { texts: (string | null)[]; entries: Stored[] } | undefined

  function readStored(): Stored[] {
    const [text = null, formerText = null] = [key, former].map((each) => each && readStorage(each))
    if (parsed?.texts[0] !== text || parsed.texts[1] !== formerText)
      parsed = { texts: [text, formerText], entries: parse(text, formerText) }
    return parsed.entries
  }

  function readAll(): Stored[] {
    const stored = readStored()
    const newer = [...unstored].flatMap(([id, entry]) => {
      const other = stored.find((each) => idOf(each) === id)
      return isNewer(entry.at ?? 0, other && toActed(other), Date.now()) ? [entry] : []
    })
    const ids = new Set(newer.map(idOf))
    return [...newer, ...stored.filter((entry) => !ids.has(idOf(entry)))]
  }

  const find = (id: string): Stored | undefined => readAll().find((entry) => idOf(entry) === id)

  /** Moves an entry to the front of the list. Drops the oldest entries beyond the limit. Returns false if the list can't be stored. */
  function put(entry: Stored): boolean {
    const others = readAll().filter((each) => idOf(each) !== idOf(entry))
    const isStored = write([entry, ...others])
    if (!isStored) unstored.set(idOf(entry), entry)
    announcePlace()
    return isStored
  }

  function remove(id: string): void {
    const others = readAll().filter((each) => idOf(each) !== id)
    unstored.delete(id)
    write(others)
    announcePlace()
  }

  function write(entries: Stored[]): boolean {
    if (!writePlaces(key, JSON.stringify(entries.slice(0, limit)))) return false
    if (former) writePlaces(former, null)
    unstored.clear()
    return true
  }

  return { find, put, remove, subscribe: subscribeToPlaces }
}
