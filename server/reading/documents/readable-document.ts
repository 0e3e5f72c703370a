import type { PageHits } from '#contracts/reading/page-search.ts'
import type { PageFormat, PageWidth } from '#contracts/reading/page-widths.ts'
import type { FoundPlaces, SoughtPlaces } from '#contracts/reading/sought-places.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import type { SharedBody } from '#server/platform/response-cache/shared-bodies.ts'
import type { PageSummary, StoredPicture } from './page-manifest.ts'

/**
 * A file that can be read, in any format: reflowable text in parts, its search, and pages. Every document counts pages; only a document that
 * is printed on pages has `pages` with images and texts. Bodies are in response format. Each method creates a missing rendition before it
 * returns.
 */
export type ReadableDocument = {
  summary: (visitor: Visitor) => Promise<PageSummary>
  /** Returns the list of pages: sizes, labels and table of contents. */
  manifest: (summary: Pick<PageSummary, 'hasFlow' | 'direction'>, visitor: Visitor) => Promise<SharedBody>
  /** Returns the list of parts of the reflowable text. */
  parts: (visitor: Visitor) => Promise<SharedBody>
  part: (number: number, visitor: Visitor) => Promise<SharedBody>
  /** Finds the stored file of an image in the reflowable text. */
  image: (file: string) => Promise<{ key: string; bytes: number }>
  /** Finds the pages that contain the words. */
  search: (q: string, visitor: Visitor) => Promise<PageHits>
  /** Finds the words of places in other editions. */
  findPlaces: (sought: SoughtPlaces, visitor: Visitor) => Promise<FoundPlaces>
  /** Printed pages; in a document without them, each method throws `not found` */
  pages: {
    /** Returns the text of a page with positions. */
    text: (page: number, visitor: Visitor) => Promise<SharedBody>
    /** Finds the image of a page within a stored file. */
    picture: (
      page: number,
      rendition: { width: PageWidth; format: PageFormat },
      visitor: Visitor,
    ) => Promise<StoredPicture & { packKey: string }>
  }
}
