import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Episode } from '#web/features/player/episode.ts'

/** Large when an episode is chosen, small when the visitor goes to another page or says so. One that follows the one before leaves it as it is. */
export function usePlayerSize(opened: Episode) {
  const { pathname } = useLocation()
  const [view, setView] = useState({ opened, pathname, large: true, follower: '' })
  if (view.opened !== opened || view.pathname !== pathname) {
    const follows = opened.item.id === view.follower
    setView({ opened, pathname, large: view.opened !== opened && (!follows || view.large), follower: '' })
  }
  return {
    large: view.large,
    setLarge: (large: boolean) => setView({ ...view, large }),
    /** Told of the episode that is about to follow */
    expect: (follower: string) => setView({ ...view, follower }),
  }
}
