import { useSyncExternalStore } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { readStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { createStore } from '#web/lib/store.ts'

/* Places at which this browser stopped, for pages, which do not load the code of viewer and player. */

/** Number of changes of places in this tab */
const changes = createStore(0)
export const announcePlace = () => changes.set(changes.get() + 1)
/** Calls a function when a tab has changed a place. */
export function subscribeToPlaces(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), listen(window, 'storage', listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

type Stored = { book?: string; page?: number; text?: { page?: number }; episode?: string; seconds?: number }

/** Pages of books after the first one, and seconds of recordings, by the ids of items */
type Places = { page: Map<string, number>; second: Map<string, number> }
export type PlaceUnit = keyof Places

const NONE: Places = { page: new Map(), second: new Map() }
let places = NONE
let parsed = ''

function readPlaces(): Places {
  const texts = [readStorage('readingPositions'), readStorage('listeningPositions')]
  const next = texts.join('\n')
  if (next !== parsed) {
    const [books = [], episodes = []] = texts.map((text) => parseList<Stored>(text, () => true))
    places = {
      page: new Map(books.map(({ book = '', page, text }) => [book, page ?? text?.page ?? 1] as const).filter(([, page]) => page > 1)),
      second: new Map(episodes.map(({ episode = '', seconds = 0 }) => [episode, seconds])),
    }
    parsed = next
  }
  return places
}

/** Returns the page of a book, or the second of a recording, at which this browser stopped; 0 without a place, and during hydration. */
export const useLeftAt = (unit: PlaceUnit, id: string): number =>
  useSyncExternalStore(
    subscribeToPlaces,
    () => readPlaces()[unit].get(id) ?? 0,
    () => 0,
  )

/** Returns the label of the button that opens a book: with the page at which this browser stopped, unless that is the last page. */
export function useReadLabel({ id, pageCount }: { id: string; pageCount: number | null }): 'Read' | `Continue on page ${number}` {
  const page = useLeftAt('page', id)
  return page > 0 && (pageCount === null || page < pageCount) ? `Continue on page ${page}` : 'Read'
}

/** Returns all places of this browser, and none during hydration. */
export const usePlaces = (): Places => useSyncExternalStore(subscribeToPlaces, readPlaces, () => NONE)
