import { createContext, use } from 'react'
import type { Fetching, PageSource } from './page/page-source.ts'
import type { Jumps } from './page/use-jump-back.ts'

/** A page to show; it opens at its top unless the reader comes from the page after it. */
export type TurnTo = (page: number, at?: 'top' | 'bottom') => void

/** What opens beside the page, one at a time. */
export type ViewerPanelName = 'contents' | 'search' | 'reading' | 'highlights'

/** What the page and the controls of an open document share. */
export type ViewerState = Fetching & {
  source: PageSource
  page: number
  total: number
  turnTo: TurnTo
  jumps: Jumps
  zoom: number
  setZoom: (zoom: number) => void
  /** Whether the field for another page is open */
  asking: boolean
  setAsking: (asking: boolean) => void
  /** The open panel */
  panel: ViewerPanelName | undefined
  setPanel: (panel: ViewerPanelName | undefined) => void
}

export const ViewerContext = createContext<ViewerState | null>(null)

export function useViewer(): ViewerState {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('No open document around this component')
  return viewer
}
