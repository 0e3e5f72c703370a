import { useEffect } from 'react'
import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { listen } from '#web/lib/browser-events.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const KEY = 'listeningPositions'
const INTERVAL_MS = 5000

/** Position at which a listener stopped in an episode, in seconds. */
export type Position = { episode: string; seconds: number }

/** Before `STARTED_SECONDS` an episode counts as not started; after `FINISHED_RATIO` of its length it counts as finished. */
const STARTED_SECONDS = 5
const FINISHED_RATIO = 0.98

/** Parses the stored list, newest first. */
export function parsePositions(text: string | null): Position[] {
  return parseList<Position>(text, ({ episode, seconds }) => typeof episode === 'string' && Number.isFinite(seconds) && Number(seconds) > 0)
}

/**
 * Puts the position first, or removes it near the beginning and the end of an episode, where there is nothing to continue. The oldest
 * positions are dropped.
 */
export function updatePosition(list: Position[], { episode, seconds, length }: Position & { length: number }): Position[] {
  const others = list.filter((position) => position.episode !== episode)
  if (seconds < STARTED_SECONDS || seconds >= length * FINISHED_RATIO) return others
  return [{ episode, seconds: Math.floor(seconds) }, ...others].slice(0, STORED_POSITIONS)
}

/** Returns the position to continue from; 0 for an episode that is new or finished. */
export function findPosition(list: Position[], episode: string): number {
  return list.find((position) => position.episode === episode)?.seconds ?? 0
}

/** Returns the stored position in the episode; 0 if none is stored. */
export function readPosition(episode: string): number {
  return findPosition(parsePositions(readStorage(KEY)), episode)
}

/** Stores the position every few seconds, and whenever playback or the page may be ending. */
export function useSavePosition(audio: HTMLAudioElement, episode: string) {
  useEffect(() => {
    let savedAt = 0
    function save() {
      // A recording without metadata has no position yet.
      if (!Number.isFinite(audio.duration)) return
      savedAt = Date.now()
      const position = { episode, seconds: audio.currentTime, length: audio.duration }
      writeStorage(KEY, JSON.stringify(updatePosition(parsePositions(readStorage(KEY)), position)))
    }
    const saveAtInterval = () => Date.now() - savedAt > INTERVAL_MS && save()
    const stops = [
      listen(audio, 'pause seeked ended', save),
      listen(audio, 'timeupdate', saveAtInterval),
      listen(window, 'pagehide', save),
      listen(document, 'visibilitychange', save),
    ]
    return () => {
      save()
      for (const stop of stops) stop()
    }
  }, [audio, episode])
}
