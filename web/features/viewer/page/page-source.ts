import type { ReactNode } from 'react'
import type { FlowSource } from '#web/features/viewer/reading/flow-source.ts'
import type { FetchState } from '#web/lib/access/file-connection.ts'
import { clampPage, type Size } from './page-fit.ts'

/** What fetches a document: how far it is, and the ways to go on after a failure. */
export type Fetching = {
  fetchState: FetchState
  retryFetch: () => void
  /** Opens the document anew */
  reopen: () => void
}

/** A document that is being opened, or is open. */
export type OpenedPages = Fetching & {
  source: PageSource | undefined
  failed: boolean
  /** Differs after each `reopen` */
  attempt: number
}

/** `page` counts from 1; depth 0 is the top. */
export type OutlineEntry = { title: string; page: number; depth: number }

/** An open document whose pages can be shown, whatever draws them. */
export type PageSource = {
  total: number
  /** Width and height in points of the pages that are known, by index, with their rotation applied */
  sizes: (Size | undefined)[]
  fetchSize: (page: number) => Promise<Size>
  /** The document's own contents, in order */
  outline: OutlineEntry[]
  /** Reads them from a document of which they are not known: it may have to fetch much of it. */
  fetchOutline?: () => Promise<OutlineEntry[]>
  /** What the document calls its pages, such as iv; null when they are counted from 1 */
  labels: string[] | null
  /** Fetches what the server has made of the file, by its path below `/pages`. Only where it has made pages. */
  fetchJson?: <Answer>(path: string) => Promise<Answer>
  /** A small picture of a page, at an object URL that the caller revokes. Only where there are such pictures. */
  fetchThumbnail?: (page: number, signal: AbortSignal) => Promise<string | undefined>
  /** The document as flowing text. Only where the server has made it. */
  flow?: FlowSource
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
  /** Whether something else is seen in its place until it is there: it says nothing meanwhile */
  silent?: boolean
  /** Called when the current page can be seen */
  onShown: () => void
}

/** What the document calls a page. */
export function pageName({ labels }: Pick<PageSource, 'labels'>, page: number): string {
  return labels?.[page - 1] || `${page}`
}

/** The page that a reader asks for: a number counts from 1, anything else is a name, such as iv. */
export function findPage({ labels, total }: Pick<PageSource, 'labels' | 'total'>, text: string): number | undefined {
  const wanted = text.trim().toLowerCase()
  if (/^\d+$/.test(wanted)) return clampPage(Number(wanted), total)
  const index = wanted ? (labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1) : -1
  return index < 0 ? undefined : index + 1
}
