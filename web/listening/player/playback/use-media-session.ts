import { useEffect, useEffectEvent } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { listen } from '#web/lib/browser-events.ts'
import { type AudioControls, SKIP_BACK_SECONDS, SKIP_FORWARD_SECONDS } from './audio.ts'

const ACTIONS: MediaSessionAction[] = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto', 'nexttrack', 'previoustrack']

type Controls = Omit<AudioControls, 'toggle'> & { stop: () => void; next: () => void; previous: () => void }

/** Displays the episode on the lock screen and handles media keys of the lock screen, cars and headsets. */
export function useMediaSession(audio: HTMLAudioElement, item: Podcast, controls: Controls) {
  const handle = useEffectEvent((action: MediaSessionAction, { seekTime, seekOffset }: MediaSessionActionDetails) => {
    if (action === 'play') controls.play()
    else if (action === 'pause') controls.pause()
    else if (action === 'stop') controls.stop()
    else if (action === 'seekbackward') controls.skip(-(seekOffset ?? SKIP_BACK_SECONDS))
    else if (action === 'seekforward') controls.skip(seekOffset ?? SKIP_FORWARD_SECONDS)
    else if (action === 'nexttrack') controls.next()
    else if (action === 'previoustrack') controls.previous()
    else if (action === 'seekto' && seekTime != null) controls.seek(seekTime)
  })

  useEffect(() => {
    const session = navigator.mediaSession
    if (!session) return
    for (const action of ACTIONS) setHandler(session, action, (details) => handle(action, details))
    return () => {
      for (const action of ACTIONS) setHandler(session, action, null)
      session.metadata = null
      session.playbackState = 'none'
    }
  }, [])

  useEffect(() => {
    if (!navigator.mediaSession) return
    navigator.mediaSession.metadata = new MediaMetadata({ title: item.title, artist: item.host, artwork: artworkOf(item) })
  }, [item])

  useEffect(() => {
    const session = navigator.mediaSession
    if (!session) return
    const update = () => {
      session.playbackState = audio.paused ? 'paused' : 'playing'
      if (!Number.isFinite(audio.duration) || audio.duration <= 0) return
      session.setPositionState?.({
        duration: audio.duration,
        playbackRate: audio.playbackRate,
        position: Math.min(audio.currentTime, audio.duration),
      })
    }
    return listen(audio, 'loadedmetadata durationchange play pause seeked ratechange', update)
  }, [audio])
}

function setHandler(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // Older browsers throw on unsupported actions.
  }
}

function artworkOf({ cover }: Podcast): MediaImage[] {
  return cover.sources
    .filter(({ type }) => type === 'image/webp')
    .map(({ path, width, type }) => ({ src: new URL(path, location.href).href, sizes: `${width}x${width}`, type }))
}
