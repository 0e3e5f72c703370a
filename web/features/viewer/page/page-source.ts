import type { ReactNode } from 'react'
import type { FetchState } from '#web/features/viewer/document/connection.ts'
import type { Size } from './page-fit.ts'

/** What fetches a document: how far it is, and the ways to go on after a failure. */
export type Fetching = {
  fetchState: FetchState
  retryFetch: () => void
  /** Opens the document anew */
  reopen: () => void
}

/** An open document whose pages can be shown, whatever draws them. */
export type PageSource = {
  total: number
  /** Width and height in points of the pages that are known, by index, with their rotation applied */
  sizes: (Size | undefined)[]
  fetchSize: (page: number) => Promise<Size>
  /** How many pages are made ready in the direction of reading */
  ahead: number
  renderPage: (shown: ShownPage) => ReactNode
}

/** One page, in a box of its size: at its place, or hidden and made ready. */
export type ShownPage = Fetching & {
  number: number
  isCurrent: boolean
  /** In CSS pixels, with the zoom */
  size: Size
  zoom: number
  /** Called when the current page can be seen */
  onShown: () => void
}
