import { useEffect, useEffectEvent } from 'react'
import { useItemAccess } from '#web/lib/access/item-access.ts'
import { createStoredValue } from '#web/lib/storage/stored-value.ts'
import type { NextEpisode } from './next-episode.ts'

const setting = createStoredValue('playNext')
const ENABLED = 'yes'

/** Opens the next episode automatically for listeners who enabled it, unless it has to be bought. Calls `onStart` first. */
export function useAutoplay(next: NextEpisode | undefined, onStart: (id: string) => void) {
  const access = useItemAccess()
  const enabled = setting.useValue() === ENABLED
  const item = enabled && next?.opens ? next.item : undefined

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

  return { enabled, setEnabled: (wanted: boolean) => void setting.write(wanted ? ENABLED : null) }
}
