import { useSyncExternalStore } from 'react'
import { STORED_HEARD } from '#contracts/admin/retention.ts'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { createPlaceList } from './place-list.ts'
import { createPlaceTracker } from './place-tracker.ts'

/**
 * Place in an episode: the second at which it resumes, and whether it was ever heard to the end. An episode resumes at 0 when it has just
 * been finished.
 */
export type EpisodePlace = { seconds: number; finished?: boolean }

type StoredEpisodePlace = EpisodePlace & { episode: string; at?: number }

/** Seconds after which an episode counts as started, so that opening many episodes briefly doesn't displace the places in others. */
const STARTED_SECONDS = 5
/** Seconds left with which an episode counts as finished; in a short one, `END_RATIO` of its length. */
const END_SECONDS = 30
const END_RATIO = 0.25
/** Part of the length after which the end of the sound is that of the recording. Before it, only a part of the recording was received. */
const WHOLE_RATIO = 0.9
/** Maximum length of a last chapter that counts as credits. A longer one has content. */
const CREDITS_SECONDS = 180
const CREDITS = /\b(?:credits|outro|closing music|end music)\b/i

/** Returns whether a playback position is at the end of an episode: in its last seconds, or in a last chapter that contains the credits. */
export function isAtEnd(seconds: number, length: number, chapters: readonly Chapter[] = []): boolean {
  if (!(length > 0)) return false
  const last = chapters.length > 1 ? chapters.at(-1) : undefined
  const hasCredits = last && CREDITS.test(last.title) && length - last.start <= CREDITS_SECONDS
  const end = length - Math.min(END_SECONDS, length * END_RATIO)
  return seconds > end || (hasCredits === true && seconds >= last.start)
}

/** Parses the stored list of places in episodes, newest first. */
export function parseEpisodePlaces(text: string | null): StoredEpisodePlace[] {
  return parseList<StoredEpisodePlace>(
    text,
    ({ episode, seconds, finished, at }) =>
      typeof episode === 'string' &&
      Number.isFinite(seconds) &&
      (Number(seconds) > 0 || (seconds === 0 && finished === true)) &&
      (finished === undefined || finished === true) &&
      (at === undefined || Number.isFinite(at)),
  )
}

const list = createPlaceList<StoredEpisodePlace>({
  key: 'listeningPositions',
  limit: STORED_HEARD,
  parse: parseEpisodePlaces,
  idOf: ({ episode }) => episode,
})

/** Returns the stored place in an episode. */
export const findEpisodePlace = (episode: string): EpisodePlace | undefined => list.find(episode)

/**
 * Returns the second at which an episode resumes if it was begun, or `played` if it was heard to the end and not begun again. Undefined for
 * an episode that was not heard, and on the server.
 */
export function useHeard(episode: string): number | 'played' | undefined {
  const read = () => {
    const place = list.find(episode)
    return place && (place.seconds > 0 ? place.seconds : 'played')
  }
  return useSyncExternalStore(list.subscribe, read, () => undefined)
}

/** Marks an episode as heard to its end, or as not heard. Returns a function that restores the former place. */
export function markHeard(episode: string, isHeard: boolean): () => void {
  const before = list.find(episode)
  if (isHeard) list.put({ episode, seconds: 0, finished: true, at: Date.now() })
  else list.remove(episode)
  return () => (before ? void list.put({ ...before, at: Date.now() }) : list.remove(episode))
}

export type Heard = { seconds: number; length: number; chapters?: readonly Chapter[]; ended?: boolean }

/** Returns the place of an act in an episode; undefined if the act is not worth storing, since the episode has only just begun. */
export function toEpisodePlace({ seconds, length, chapters, ended }: Heard, before: EpisodePlace | undefined): EpisodePlace | undefined {
  if ((ended && seconds >= length * WHOLE_RATIO) || isAtEnd(seconds, length, chapters)) return { seconds: 0, finished: true }
  if (seconds >= STARTED_SECONDS) return { seconds: Math.floor(seconds) }
  // Second 0 stands for an episode that was finished and not started again.
  return before?.seconds ? { seconds: Math.max(1, Math.floor(seconds)) } : undefined
}

/** Opens an episode in this tab: the tracker stores the acts of its listener. A finished episode remains finished when it is heard again. */
export function openEpisodePlace(episode: string) {
  const find = () => list.find(episode)
  const tracker = createPlaceTracker<EpisodePlace>({
    read: () => {
      const stored = find()
      return stored && { place: stored, at: stored.at ?? 0 }
    },
    write: ({ place: { seconds, finished = find()?.finished }, at }) => list.put({ episode, seconds, ...(finished && { finished }), at }),
  })
  return {
    ...tracker,
    /** Called when a person plays, or jumps to, a second of the episode. */
    act(heard: Heard): void {
      const place = toEpisodePlace(heard, tracker.shown())
      if (place) tracker.act(place)
    },
  }
}
