import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { withPath } from '#contracts/common/media-url.ts'
import { listen } from '#web/lib/browser-events.ts'
import { findEpisodePlace } from '#web/lib/places/episode-places.ts'
import { toast } from '#web/lib/toast.ts'
import { play } from './audio.ts'
import { describeMediaError, describeRenewal, describeStatus, PASSING_FAILURES, type PlaybackFailure } from './playback-failure.ts'

/** Episode or audiobook to play. A new object means that the visitor chose an episode, even if it is already playing. */
export type Episode = {
  kind: 'podcast' | 'audiobook'
  item: Podcast
  url: string
  /** Checks access again and returns a new signed URL. */
  renew?: () => Promise<string>
  /** Whether the player returned with this recording, whose file is requested when the listener plays it */
  isRestored?: boolean
  /** Start position in seconds, which overrides the stored position */
  startAt?: number
  /** Element that had the focus when the visitor chose the episode */
  origin?: Element | null
}

/** A renewed URL that fails within this time is not renewed again automatically. */
const RENEWAL_MS = 60_000
/** A recording that fails within this time after it was reopened is not reopened again automatically. */
const REOPENING_MS = 10_000
/** Time without data after which a recording that should play has failed, since some requests neither get a response nor fail. */
const STALL_MS = 15_000
const STALL_EVENTS = 'play pause playing waiting seeking progress loadstart loadedmetadata loadeddata canplay ended'

/**
 * Plays the chosen episode from its start position or its stored position. When a signed URL has expired, or the storage URL to which it
 * redirected, the recording is reopened without an error message. After other failures, playback waits for `retry`, for the connection, or
 * for the listener to return to the page.
 * A restored recording is idle until `retry`.
 * @param light whether to play the low-bitrate audio; the position is preserved when it changes
 */
export function useSource(audio: HTMLAudioElement, opened: Episode, light: boolean) {
  const [status, setStatus] = useState<'renewing' | 'idle' | PlaybackFailure | undefined>(opened.isRestored ? 'idle' : undefined)
  const loaded = useRef<string>(undefined)
  /** Number of attempts to open a recording. The response to an earlier attempt is ignored. */
  const attempts = useRef(0)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const reopenedAt = useRef(Number.NEGATIVE_INFINITY)

  /** Whether the episode is playing, or was until a failure, since Chromium pauses on errors. */
  const isPlaying = useRef(false)
  /** URL of the recording, and whether it plays as low-bitrate audio. */
  const source = useRef({ url: '', light: false })

  function start(url: string, seconds: number, { light: isLight = light, paused = false } = {}) {
    setStatus(undefined)
    attempts.current++
    source.current = { url, light: isLight }
    audio.src = isLight ? withPath(url, '/light') : url
    // The playback position is set before the recording is requested, so that the browser starts fetching at that position.
    audio.currentTime = seconds
    if (!paused) play(audio)
  }

  const choose = useEffectEvent(() => {
    const { item, url, startAt } = opened
    // A link to a second behind the end would end the recording, and mark it as heard.
    const second = startAt !== undefined && !(item.durationSeconds && startAt >= item.durationSeconds) ? startAt : undefined
    if (loaded.current === item.id && !audio.error && status !== 'idle') {
      if (second !== undefined) audio.currentTime = second
      return play(audio)
    }
    loaded.current = item.id
    if (opened.isRestored) {
      audio.currentTime = findStart(item)
      // Without a recording, the audio element fires no event when its position changes.
      audio.dispatchEvent(new Event('timeupdate'))
      setStatus('idle')
      return
    }
    start(url, second ?? findStart(item))
  })

  async function renew({ paused = false } = {}) {
    const { url, renew: renewUrl } = opened
    const seconds = audio.currentTime
    const attempt = ++attempts.current
    setStatus('renewing')
    try {
      renewedAt.current = Date.now()
      const fresh = (await renewUrl?.()) ?? url
      if (attempts.current === attempt) start(fresh, seconds, { paused })
    } catch (error) {
      console.error(error)
      // A failed renewal of the URL is ignored if the recording was opened again, or another episode was chosen in the meantime.
      if (attempts.current === attempt) setStatus(describeRenewal(error))
    }
  }

  const recover = useEffectEvent(async () => {
    const attempt = ++attempts.current
    setStatus('renewing')
    const { url, light: isLight } = source.current
    const isUnsupported = audio.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
    const problem = describeMediaError(audio.error)
    const failure = describeStatus(await statusOf(audio.currentSrc || audio.src))
    if (attempts.current !== attempt) return
    if (isLight && (problem === 'damaged' || failure === 'missing')) start(url, audio.currentTime, { light: false })
    else if (failure === 'expired' && Date.now() - renewedAt.current > RENEWAL_MS) await renew()
    else if (!failure && !problem && Date.now() - reopenedAt.current > REOPENING_MS) {
      // The recording is reopened, because browsers keep requesting the storage URL of the first redirect even after that URL has expired.
      reopenedAt.current = Date.now()
      start(url, audio.currentTime, { light: isLight, paused: !isPlaying.current })
    } else setStatus(failure ?? (problem === 'output' ? 'output' : problem || isUnsupported ? 'unplayable' : 'connection'))
  })
  const exchange = useEffectEvent(() => {
    const { url, light: isLight } = source.current
    if (loaded.current && url && isLight !== light) start(url, audio.currentTime, { paused: audio.paused })
  })
  const resume = useEffectEvent(() => void renew({ paused: !isPlaying.current }))

  useEffect(() => {
    const stops = [
      listen(audio, 'error', () => void recover()),
      listen(audio, 'play pause', () => {
        if (!audio.error) isPlaying.current = !audio.paused
      }),
      // After a stall, the recording plays on when its data arrives after all.
      listen(audio, 'playing', () => setStatus((current) => (current === 'renewing' ? current : undefined))),
    ]
    return () => {
      for (const stop of stops) stop()
      loaded.current = undefined
      attempts.current++
      audio.removeAttribute('src')
      audio.load()
    }
  }, [audio])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same episode chosen again resumes
  useEffect(() => choose(), [opened])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what plays is exchanged when the choice changes
  useEffect(() => exchange(), [light])

  const failure = status === 'renewing' || status === 'idle' ? undefined : status
  const isPassing = PASSING_FAILURES.includes(failure)
  useEffect(() => {
    if (!isPassing) return
    const stops = [
      listen(window, 'online', () => resume()),
      listen(document, 'visibilitychange', () => {
        if (!document.hidden) resume()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isPassing])

  const renewing = status === 'renewing'
  useStall(audio, {
    renewing,
    failed: failure !== undefined,
    onStall: () => {
      attempts.current++
      setStatus('connection')
    },
  })
  return { renewing, failure, isIdle: status === 'idle', retry: () => void renew() }
}

/** Calls `onStall` when a recording that should play, or the renewal of its URL, has received nothing for a while. */
function useStall(audio: HTMLAudioElement, { renewing, failed, onStall }: { renewing: boolean; failed: boolean; onStall: () => void }) {
  const stall = useEffectEvent(onStall)
  useEffect(() => {
    if (failed) return
    let timer: ReturnType<typeof setTimeout> | undefined
    function watch() {
      clearTimeout(timer)
      const isWaiting = !audio.paused && !audio.ended && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
      if (renewing || isWaiting) timer = setTimeout(() => stall(), STALL_MS)
    }
    watch()
    const stop = listen(audio, STALL_EVENTS, watch)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [audio, renewing, failed])
}

/** Returns the second at which an episode resumes. A place behind the end would end the recording before any of it was heard. */
function findStart({ id, durationSeconds }: Podcast): number {
  const seconds = findEpisodePlace(id)?.seconds ?? 0
  if (!durationSeconds || seconds < durationSeconds) return seconds
  toast('This recording was replaced by a shorter one, and starts from the beginning.', { id: 'replaced-recording' })
  return 0
}

async function statusOf(url: string): Promise<number | undefined> {
  try {
    return (await fetch(url, { method: 'HEAD' })).status
  } catch {
    return undefined
  }
}
