import { useEffect } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { findPosition, parsePositions, updatePosition } from './listening-position.ts'

const KEY = 'listeningPositions'
const INTERVAL_MS = 5000

/** The stored position in the episode; 0 if there is none. */
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
    const events = ['pause', 'seeked', 'ended']
    for (const name of events) audio.addEventListener(name, save)
    audio.addEventListener('timeupdate', saveAtInterval)
    window.addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      save()
      for (const name of events) audio.removeEventListener(name, save)
      audio.removeEventListener('timeupdate', saveAtInterval)
      window.removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', save)
    }
  }, [audio, episode])
}
