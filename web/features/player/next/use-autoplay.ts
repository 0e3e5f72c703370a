import { useEffect, useEffectEvent } from 'react'
import { useItemAccess } from '#web/lib/access/item-access.ts'
import { createStoredValue } from '#web/lib/storage/stored-value.ts'
import type { NextEpisode } from './next-episode.ts'

const setting = createStoredValue('playNext')
const CHOSEN = 'yes'

/** Opens the next episode by itself, for listeners who chose so, and never one that would have to be bought. `onStart` is told first. */
export function useAutoplay(next: NextEpisode | undefined, onStart: (id: string) => void) {
  const access = useItemAccess()
  const chosen = setting.useValue() === CHOSEN
  const item = chosen && next?.opens ? next.item : undefined

  const start = useEffectEvent((episode: NextEpisode['item'], signal: AbortSignal) => {
    onStart(episode.id)
    void access.open({ kind: 'podcast', item: episode }, signal)
  })
  useEffect(() => {
    if (!item) return
    const controller = new AbortController()
    start(item, controller.signal)
    return () => controller.abort()
  }, [item])

  return { chosen, choose: (wanted: boolean) => void setting.write(wanted ? CHOSEN : null) }
}
