import { useState } from 'react'
import { useLocation } from 'react-router'
import type { Episode } from './episode.ts'

/** Large when an episode is chosen, small when the visitor goes to another page or says so. */
export function useView(opened: Episode) {
  const { pathname } = useLocation()
  const [view, setView] = useState({ opened, pathname, large: true })
  if (view.opened !== opened || view.pathname !== pathname) setView({ opened, pathname, large: view.opened !== opened })
  return { large: view.large, setLarge: (large: boolean) => setView({ ...view, large }) }
}
