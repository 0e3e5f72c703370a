import type { ReactNode } from 'react'
import type { BookReflow, ReflowPart } from '#contracts/reading/book-reflow.ts'
import type { PageWidth } from '#contracts/reading/page-widths.ts'
import type { FetchState } from '#web/lib/access/file-connection.ts'
import type { PagePicture } from './first-page.ts'

/** Width and height in CSS pixels, or in points of a page at scale 1. */
export type Size = { width: number; height: number }
export const A4: Size = { width: 595, height: 842 }

/** Progress of fetching a document, and the ways to continue after a failure. */
export type Fetching = {
  fetchState: FetchState
  retryFetch: () => void
  /** Opens the document again from the start */
  reopen: () => void
}

/** Document that is opening or open. */
export type OpenedPages = Fetching & {
  source: PageSource | undefined
  failed: boolean
  /** Incremented by each `reopen` */
  attempt: number
}

/** `page` counts from 1; depth 0 is the top. */
export type OutlineEntry = { title: string; page: number; depth: number }

/**
 * Reflowable text of a book. Each part is fetched once; requests are retried while offline, and resolve to undefined when nothing exists.
 */
export type ReflowSource = {
  fetchContents: () => Promise<BookReflow | undefined>
  /** `part` counts from 1. */
  fetchPart: (part: number) => Promise<ReflowPart | undefined>
  fetchPicture: (page: number, width: PageWidth) => Promise<PagePicture | undefined>
}

/** Open document whose pages can be displayed, independent of the renderer. */
export type PageSource = {
  total: number
  /** Sizes of the pages in points, by index, with rotation applied; undefined while unknown */
  sizes: (Size | undefined)[]
  fetchSize: (page: number) => Promise<Size>
  /** The document's outline, in order */
  outline: OutlineEntry[]
  /** Reads the outline from the document when `outline` is not known in advance. May fetch much of the document. */
  fetchOutline?: () => Promise<OutlineEntry[]>
  /** Page labels of the document, such as iv; null when pages are numbered from 1 */
  labels: string[] | null
  /** Fetches server-generated JSON for the file, by path below `/pages`. Only for documents with server-rendered pages. */
  fetchJson?: <Answer>(path: string) => Promise<Answer>
  /** Fetches a thumbnail of a page, at an object URL that the caller revokes. Only for documents with server-rendered pages. */
  fetchThumbnail?: (page: number, signal: AbortSignal) => Promise<string | undefined>
  /** The document's reflowable text. Only when the server has generated it. */
  reflow?: ReflowSource
  /** Number of pages to prerender in the reading direction */
  ahead: number
  renderPage: (shown: ShownPage) => ReactNode
}

/** Page in a box of its size: visible, or hidden while it is prerendered. */
export type ShownPage = Fetching & {
  number: number
  isCurrent: boolean
  /** In CSS pixels, including the zoom */
  size: Size
  zoom: number
  /** Whether another rendering is visible until this one is done; suppresses its spinner and errors */
  silent?: boolean
  /** Called when the current page is visible */
  onShown: () => void
}

/** Returns a page number within 1..total; 1 for anything that is not a number. */
export function clampPage(page: number, total: number): number {
  return Math.min(Math.max(Math.trunc(page) || 1, 1), Math.max(total, 1))
}

/** Returns the page's label, or its number without labels. */
export function pageName({ labels }: Pick<PageSource, 'labels'>, page: number): string {
  return labels?.[page - 1] || `${page}`
}

/** Finds the page for a visitor's input: a number counts from 1, anything else is a label such as iv. */
export function findPage({ labels, total }: Pick<PageSource, 'labels' | 'total'>, text: string): number | undefined {
  const wanted = text.trim().toLowerCase()
  if (/^\d+$/.test(wanted)) return clampPage(Number(wanted), total)
  const index = wanted ? (labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1) : -1
  return index < 0 ? undefined : index + 1
}

/** Returns the outline entry that contains a page: the last one that begins on it or before it; undefined before the first. */
export function findCurrentEntry(outline: OutlineEntry[], page: number): OutlineEntry | undefined {
  return outline.reduce<OutlineEntry | undefined>(
    (found, entry) => (entry.page <= page && entry.page >= (found?.page ?? 0) ? entry : found),
    undefined,
  )
}
