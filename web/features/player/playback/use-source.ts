import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Episode } from '#web/features/player/episode.ts'
import { play } from './audio-controls.ts'

/** A renewed address that fails again within this time is not renewed by itself. */
const RENEWAL_MS = 60_000

/**
 * Puts the chosen episode into the element and plays it from where it was left. A signed address that has expired is renewed
 * without a word; after any other failure it waits for `retry` or for the connection to come back.
 */
export function useSource(audio: HTMLAudioElement, opened: Episode, positionOf: (episode: string) => number) {
  const [trouble, setTrouble] = useState<'renewing' | 'failed'>()
  const loaded = useRef<string>(undefined)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)

  function start(url: string, seconds: number) {
    setTrouble(undefined)
    audio.src = url
    // Before anything is fetched: the browser then begins there.
    audio.currentTime = seconds
    play(audio)
  }

  const choose = useEffectEvent(() => {
    if (loaded.current === opened.item.id && !audio.error) return play(audio)
    loaded.current = opened.item.id
    start(opened.url, positionOf(opened.item.id))
  })

  async function renew() {
    const { item, url, renew: ask } = opened
    const seconds = audio.currentTime
    setTrouble('renewing')
    try {
      renewedAt.current = Date.now()
      const fresh = (await ask?.()) ?? url
      if (loaded.current === item.id) start(fresh, seconds)
    } catch (error) {
      console.error(error)
      // Another episode may have been chosen meanwhile.
      if (loaded.current === item.id) setTrouble('failed')
    }
  }

  const recover = useEffectEvent(async () => {
    const id = loaded.current
    setTrouble('renewing')
    const renewable = Date.now() - renewedAt.current > RENEWAL_MS && (await isRefused(audio.currentSrc || audio.src))
    if (loaded.current !== id) return
    if (renewable) await renew()
    else setTrouble('failed')
  })
  const resume = useEffectEvent(() => void renew())

  useEffect(() => {
    const onError = () => void recover()
    audio.addEventListener('error', onError)
    return () => {
      audio.removeEventListener('error', onError)
      loaded.current = undefined
      audio.removeAttribute('src')
      audio.load()
    }
  }, [audio])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same episode chosen again plays on
  useEffect(() => choose(), [opened])

  useEffect(() => {
    if (trouble !== 'failed') return
    const onOnline = () => resume()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [trouble])

  return { trouble, retry: renew }
}

async function isRefused(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { method: 'HEAD' })).status === 403
  } catch {
    return false
  }
}
