import type { ReactNode } from 'react'

/** What the viewer knows of the book besides its pages. */
export type ViewedBook = {
  /** Missing for a document that is no book */
  id: string | undefined
  /** The key of its reading position */
  position: string
  title: string
  /** Where the file is free. A document that is no book has no known size. */
  download: { url: string; bytes: number | undefined } | undefined
  /** The length of the whole book, and the offer to get it */
  preview: { totalPages: number; offer: ReactNode } | undefined
}

/** Whether it is open because somebody bought it. */
export const isBought = ({ id, download, preview }: ViewedBook) => id !== undefined && !download && !preview
