import { createContext, use } from 'react'
import type { Fetching, PageSource } from './page-source.ts'
import type { Jumps } from './use-jump-back.ts'

/** Turns to a page, at its top unless the visitor comes from the following page. */
export type TurnTo = (page: number, at?: 'top' | 'bottom') => void

/** Panels beside the page; only one is open at a time. */
export type ViewerPanelName = 'contents' | 'search' | 'reading' | 'highlights'

/** State shared by the page and the controls of an open document. */
export type ViewerState = Fetching & {
  source: PageSource
  page: number
  total: number
  turnTo: TurnTo
  jumps: Jumps
  zoom: number
  setZoom: (zoom: number) => void
  /** Whether the page number field is open */
  asking: boolean
  setAsking: (asking: boolean) => void
  /** The open panel */
  panel: ViewerPanelName | undefined
  setPanel: (panel: ViewerPanelName | undefined) => void
}

export const ViewerContext = createContext<ViewerState | null>(null)

export function useViewer(): ViewerState {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('ViewerContext has no provider')
  return viewer
}
