import type { BookFlow, FlowPart } from '#contracts/book-flow.ts'
import type { PageFetcher } from '#web/features/viewer/pictures/page-fetcher.ts'

/** A book as flowing text. Each part is fetched once; a request goes on trying while there is no connection, and finds nothing at the worst. */
export type FlowSource = {
  fetchContents: () => Promise<BookFlow | undefined>
  /** `part` counts from 1. */
  fetchPart: (part: number) => Promise<FlowPart | undefined>
  fetchPicture: PageFetcher['fetchPicture']
}
