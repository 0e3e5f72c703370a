import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { ReadBlocks } from './read-blocks.ts'
import type { Target } from './read-package.ts'

export type Part = BookReflow['parts'][number] & { blocks: ReflowBlock[] }
/** Place in the book: 1-based part, 0-based block, and offset in its text */
export type Place = { part: number; block: number; offset: number }
/** Content document with its blocks, and the place in the book of each block */
export type Document = ReadBlocks & { path: string; places: (readonly [part: number, block: number])[] }

/** Returns a function that finds the place in the book of a target of a link. */
export function findPlaces(documents: Document[]) {
  const byPath = new Map(documents.map((document) => [document.path, document]))
  return ({ path, id }: Target): Place | undefined => {
    const document = byPath.get(path)
    if (!document) return undefined
    const place = (id !== undefined && document.ids.get(id)) || { block: 0, offset: 0 }
    // A place after the last block leads to that block.
    const at = document.places[Math.min(place.block, document.places.length - 1)]
    return at && { part: at[0], block: at[1], offset: place.block < document.places.length ? place.offset : 0 }
  }
}
