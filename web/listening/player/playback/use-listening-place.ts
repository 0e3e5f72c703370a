import { useEffect, useEffectEvent, useMemo } from 'react'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { listen } from '#web/lib/browser-events.ts'
import { openEpisodePlace } from '#web/lib/places/episode-places.ts'
import { SEEK_EVENT } from './audio.ts'
import type { Episode } from './use-source.ts'

const INTERVAL_MS = 5000

/**
 * Stores the place in an episode: while it plays, every few seconds and when it stops; while it is paused, when the listener seeks. A tab
 * that is paused moves to the place at which the episode was heard in another tab, before it plays on.
 */
export function useListeningPlace(
  audio: HTMLAudioElement,
  opened: Episode,
  { length, chapters }: { length: number; chapters: readonly Chapter[] },
): void {
  const { id } = opened.item
  const place = useMemo(() => openEpisodePlace(id), [id])
  const note = useEffectEvent((ended: boolean) => place.act({ seconds: audio.currentTime, length, chapters, ended }))

  useEffect(() => {
    let savedAt = 0
    let last: number | undefined
    function save() {
      savedAt = Date.now()
      place.save()
    }
    /** Only sound that was heard is an act: the browser also fires the event when it loads a recording or moves to the start position. */
    function notePlaying() {
      const { currentTime, paused, seeking, readyState } = audio
      const isPlaying = !paused && !seeking && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
      if (isPlaying && last !== undefined && currentTime > last) note(false)
      last = isPlaying ? currentTime : undefined
      if (Date.now() - savedAt > INTERVAL_MS) save()
    }
    function noteAndSave(ended: boolean) {
      note(ended)
      save()
    }
    function moveToStored() {
      const elsewhere = place.elsewhere()
      if (!elsewhere) return
      place.acceptStored()
      if (elsewhere.seconds > 0) audio.currentTime = elsewhere.seconds
    }
    const stops = [
      listen(audio, 'timeupdate', notePlaying),
      listen(audio, 'ended', () => noteAndSave(true)),
      listen(audio, SEEK_EVENT, () => noteAndSave(false)),
      listen(audio, 'play', moveToStored),
      listen(audio, 'pause', save),
      listen(window, 'pagehide', save),
      listen(document, 'visibilitychange', () => {
        save()
        if (!document.hidden && audio.paused) moveToStored()
      }),
    ]
    return () => {
      save()
      for (const stop of stops) stop()
    }
  }, [audio, place])

  // A start position that the listener chose is newer than the place stored by another tab.
  useEffect(() => {
    if (opened.startAt !== undefined) place.acceptStored()
  }, [place, opened])
}
