import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Episode } from '#web/features/player/episode.ts'

/** Large when an episode is chosen, docked on another page or when minimized. `keepFor` names an episode that does not change the size. */
export function usePlayerSize(opened: Episode) {
  const { pathname } = useLocation()
  const [view, setView] = useState({ opened, pathname, large: true, keepFor: '' })
  if (view.opened !== opened || view.pathname !== pathname) {
    const keeps = opened.item.id === view.keepFor
    setView({ opened, pathname, large: view.opened !== opened && (!keeps || view.large), keepFor: '' })
  }
  return {
    large: view.large,
    setLarge: (large: boolean) => setView({ ...view, large }),
    keepFor: (episodeId: string) => setView({ ...view, keepFor: episodeId }),
  }
}
