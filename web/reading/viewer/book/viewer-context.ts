import { createContext, type ReactNode, use } from 'react'
import type { BookPlace, Place } from '#web/lib/places/book-places.ts'
import type { FoundPages } from './editions/found-places.ts'
import type { OtherWays } from './messages.tsx'
import type { Fit } from './page-layout.ts'
import type { Fetching, PageSource } from './page-source.ts'
import type { Jumps } from './use-jump-back.ts'

/** Data of the open book other than its pages. */
export type ViewedBook = {
  /** Id of the book; undefined for a document that is not a book */
  id: string | undefined
  /** Storage key of the reading position, bookmarks and highlights */
  position: string
  /** Identifies the book's file, which may be replaced; undefined for a document that is not a stored book */
  edition: string | undefined
  title: string
  /** Language in the catalogue, which precedes the one that the file states */
  language: string | undefined
  /** Download link with the name of the format, set if the file is free. The size is unknown for a document that is not a book. */
  download: { url: string; label: string; bytes: number | undefined } | undefined
  /** Address of the book's page, author and categories, for sharing; undefined for a document that is not a book */
  shared: { path: string; author: string | undefined; categories: readonly string[] } | undefined
  /** Addresses of a dictionary and a translator, if the owner of the site gave them, with the placeholders `{words}` and `{language}` */
  wordTools: { lookUp?: string | undefined; translate?: string | undefined }
  /** Set for a preview: page count of the complete book, and the offer to buy the book */
  preview: { totalPages: number; offer: ReactNode } | undefined
}

/** Panels beside the page; only one is open at a time. */
export type ViewerPanelName = 'contents' | 'search' | 'reading' | 'highlights' | 'layout'

/** State of an open document, shared by the page view, the reading view, the toolbar and the panels. */
export type ViewerState = Fetching & {
  book: ViewedBook
  source: PageSource
  page: number
  /** Visible pages: the current one and, in the page view, the one beside it */
  visible: number[]
  total: number
  /** Turns to a page, or to a position in the text of that page */
  turnTo: (page: number, text?: Place) => void
  /** Turns to the next page that is not visible, or to the previous one */
  turnBy: (direction: 1 | -1) => void
  /** Called with the way in which pages are displayed */
  noteFit: (fit: Fit) => void
  fit: Fit
  /** Last call of `turnTo` with a position in the text */
  goal: { page: number; text: Place } | undefined
  /** Called by the reading view when the reader moved in the text. Page turns are noted by the viewer itself. */
  noteRead: (place: BookPlace) => void
  /** Called when the words of the current page are known, in the page view */
  noteWords: (page: number, words: string | undefined) => void
  /** Words of the current page, if they are known */
  pageWords: () => string | undefined
  /** Pages of this edition on which the words of places in other editions are */
  found: FoundPages
  /** Returns the place at which the book was opened, or to which the reader moved since */
  readingPlace: () => BookPlace | undefined
  /** Called when the end of the document has scrolled into view */
  noteEnd: () => void
  jumps: Jumps
  zoom: number
  setZoom: (zoom: number) => void
  /** Whether the input field for a page number is open */
  asking: boolean
  setAsking: (asking: boolean) => void
  /** The other view of the document, if it has one */
  otherView: { label: string; open: () => void } | undefined
  /** The open panel */
  panel: ViewerPanelName | undefined
  setPanel: (panel: ViewerPanelName | undefined) => void
}

export const ViewerContext = createContext<ViewerState | null>(null)

/** Returns the ways to a document whose content is slow to load. */
export function useOtherWays(): OtherWays {
  const { book, otherView, reopen } = useViewer()
  return { view: otherView, download: book.download, onRetry: reopen }
}

export function useViewer(): ViewerState {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('ViewerContext has no provider')
  return viewer
}
