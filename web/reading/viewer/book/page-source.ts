import type { ReactNode } from 'react'
import type { BookReflow, ReflowPart, TextImage } from '#contracts/reading/book-reflow.ts'
import type { PageWidth } from '#contracts/reading/page-widths.ts'
import type { FetchState } from '#web/lib/access/file-connection.ts'
import type { PagePicture } from './first-page.ts'

/** Width and height in CSS pixels, or of an unscaled page in points. */
export type Size = { width: number; height: number }
export const A4: Size = { width: 595, height: 842 }

/** Progress of fetching a document, and functions to continue after a failure. */
export type Fetching = {
  fetchState: FetchState
  retryFetch: () => void
  /** Opens the document again from the start */
  reopen: () => void
}

/** Document that is open or being opened. */
export type OpenedPages = Fetching & {
  source: PageSource | undefined
  failed: boolean
  /** Whether opening the document failed because the visitor gave no password */
  isLocked?: boolean
  /** Number of times that `reopen` was called */
  attempt: number
}

/** Outline entry of a document. `page` counts from 1; `depth` 0 is the top level. */
export type OutlineEntry = { title: string; page: number; depth: number }

/**
 * Reflowable text of a book. Each part is fetched once. Requests are retried while offline; they resolve to undefined if no text exists.
 */
export type ReflowSource = {
  fetchContents: () => Promise<BookReflow | undefined>
  /** Fetches a part of the text; `part` counts from 1. */
  fetchPart: (part: number) => Promise<ReflowPart | undefined>
  fetchPicture: (page: number, width: PageWidth) => Promise<PagePicture | undefined>
  fetchImage: (image: TextImage, width: number) => Promise<Pick<PagePicture, 'url'> | undefined>
}

/** Open document, independent of its format. It has pages that can be displayed, reflowable text, or both. */
export type PageSource = {
  total: number
  /** Page sizes in points, by page index, with rotation applied; undefined while unknown, and for pages that are only counted */
  sizes: (Size | undefined)[]
  fetchSize: (page: number) => Promise<Size>
  /** Outline of the document, in document order */
  outline: OutlineEntry[]
  /** Reads the outline from the document when `outline` is not known in advance. May fetch much of the document. */
  fetchOutline?: () => Promise<OutlineEntry[]>
  /** Direction in which the pages are turned. In a right-to-left document, the next page is on the left. */
  direction: 'ltr' | 'rtl'
  /** Page labels of the document, such as iv; null if the document has none */
  labels: string[] | null
  /**
   * Fetches server-generated JSON for the file, by path below `/pages`; with a body, by a POST request. Only for documents with
   * server-rendered pages.
   */
  fetchJson?: <Answer>(path: string, body?: unknown) => Promise<Answer>
  /** Fetches a thumbnail of a page, at an object URL that the caller revokes. Only for documents with server-rendered pages. */
  fetchThumbnail?: (page: number, signal: AbortSignal) => Promise<string | undefined>
  /** Reflowable text of the document, if the server has generated it */
  reflow?: ReflowSource
  /** Number of pages to prerender in the reading direction */
  ahead: number
  /** Renders a page; undefined in a document that is not printed on pages */
  renderPage?: (shown: ShownPage) => ReactNode
}

/** Page to render in a box of fixed size: visible, or hidden while it is prerendered. */
export type ShownPage = Fetching & {
  number: number
  isCurrent: boolean
  /** Size of the box in CSS pixels, including the zoom */
  size: Size
  zoom: number
  /** Whether another rendering of the page is visible while this one loads; suppresses spinner and error message */
  silent?: boolean
  /** Called when the current page is visible */
  onShown: () => void
}

/** Returns the page number limited to the range from 1 to `total`; 1 for input that is not a number. */
export function clampPage(page: number, total: number): number {
  return Math.min(Math.max(Math.trunc(page) || 1, 1), Math.max(total, 1))
}

/** Returns a page's label, or its number in a document without labels. */
export function pageName({ labels }: Pick<PageSource, 'labels'>, page: number): string {
  return labels?.[page - 1] || `${page}`
}

/** Returns a page's number and the number of pages, with the page's label if that differs: `10 of 16`, `4 (10 of 16)`. */
export function pageOfTotal({ labels, total }: Pick<PageSource, 'labels' | 'total'>, page: number): string {
  const name = pageName({ labels }, page)
  return name === `${page}` ? `${page} of ${total}` : `${name} (${page} of ${total})`
}

/** Finds a page by a visitor's input: a page label, such as iv, or else a number, which counts from 1. Undefined if there is no such page. */
export function findPage({ labels, total }: Pick<PageSource, 'labels' | 'total'>, text: string): number | undefined {
  const wanted = text.trim().toLowerCase()
  const index = wanted ? (labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1) : -1
  if (index >= 0) return index + 1
  const number = /^\d+$/.test(wanted) ? Number(wanted) : 0
  return number >= 1 && number <= total ? number : undefined
}

/** Returns the outline entry that contains a page: the last entry that begins on or before the page; undefined before the first entry. */
export function findCurrentEntry(outline: OutlineEntry[], page: number): OutlineEntry | undefined {
  return outline.reduce<OutlineEntry | undefined>(
    (found, entry) => (entry.page <= page && entry.page >= (found?.page ?? 0) ? entry : found),
    undefined,
  )
}
