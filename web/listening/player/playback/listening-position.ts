import { useEffect } from 'react'
import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { listen } from '#web/lib/browser-events.ts'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

const KEY = 'listeningPositions'
const INTERVAL_MS = 5000

/** Last playback position in an episode, in seconds. */
export type Position = { episode: string; seconds: number }

/** An episode counts as not started before `STARTED_SECONDS`, and as finished after `FINISHED_RATIO` of its length. */
const STARTED_SECONDS = 5
const FINISHED_RATIO = 0.98

/** Parses the stored list of listening positions, newest first. */
export function parsePositions(text: string | null): Position[] {
  return parseList<Position>(text, ({ episode, seconds }) => typeof episode === 'string' && Number.isFinite(seconds) && Number(seconds) > 0)
}

/**
 * Moves a listening position to the front of the list. Near the start or end of an episode, its position is removed instead. Drops the
 * oldest positions beyond the limit.
 */
export function updatePosition(list: Position[], { episode, seconds, length }: Position & { length: number }): Position[] {
  const others = list.filter((position) => position.episode !== episode)
  if (seconds < STARTED_SECONDS || seconds >= length * FINISHED_RATIO) return others
  return [{ episode, seconds: Math.floor(seconds) }, ...others].slice(0, STORED_POSITIONS)
}

/** Returns the position at which an episode resumes; 0 if the episode is new or finished. */
export function findPosition(list: Position[], episode: string): number {
  return list.find((position) => position.episode === episode)?.seconds ?? 0
}

/** Returns the stored listening position in an episode; 0 if none is stored. */
export function readPosition(episode: string): number {
  return findPosition(parsePositions(readStorage(KEY)), episode)
}

/** Stores the listening position every few seconds, when playback stops and when the page is hidden. */
export function useSavePosition(audio: HTMLAudioElement, episode: string) {
  useEffect(() => {
    let savedAt = 0
    function save() {
      // The position is unknown until the recording's metadata is loaded.
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
