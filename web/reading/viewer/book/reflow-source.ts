import type { BookReflow, ReflowPart } from '#contracts/reading/book-reflow.ts'
import type { PageFetcher } from './page-fetcher.ts'

/**
 * Reflowable text of a book. Each part is fetched once; requests are retried while offline, and resolve to undefined when nothing exists.
 */
export type ReflowSource = {
  fetchContents: () => Promise<BookReflow | undefined>
  /** `part` counts from 1. */
  fetchPart: (part: number) => Promise<ReflowPart | undefined>
  fetchPicture: PageFetcher['fetchPicture']
}
