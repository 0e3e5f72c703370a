import type { ReactNode } from 'react'

/** Data of the open book besides its pages. */
export type ViewedBook = {
  /** Undefined for a document that is not a book */
  id: string | undefined
  /** Storage key of the reading position */
  position: string
  title: string
  /** Set when the file is free. The size of a document that is not a book is unknown. */
  download: { url: string; bytes: number | undefined } | undefined
  /** Page count of the whole book, and the offer to buy it */
  preview: { totalPages: number; offer: ReactNode } | undefined
}

/** Whether the book is open because it was purchased. */
export const isBought = ({ id, download, preview }: ViewedBook) => id !== undefined && !download && !preview
