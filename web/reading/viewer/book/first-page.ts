import { withPath } from '#contracts/common/media-url.ts'
import type { ServedBookPages } from '#contracts/reading/book-reflow.ts'
import type { PageWidth } from '#contracts/reading/page-widths.ts'
import { hasFastLine, savesData } from '#web/lib/data-saver.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import { resolveFit } from './page-layout.ts'
import { choosePictureWidth, MAX_WIDTH } from './picture-width.ts'
import { readSettings } from './reading-settings.ts'

/** Page image in memory, referenced by an object URL. */
export type PagePicture = { url: string; width: PageWidth }

/** Total padding of the scroll container, and the height of header and footer in a wide window */
const STAGE_PADDING = 16
const BARS = 91
/** Width of a usual page per height */
const PAGE_RATIO = 0.71

/**
 * Early requests for a stored document while the reader's code is loading: the page manifest, and the image of the page at which the document
 * opens. A failed request is not retried and yields undefined; the reader then requests the resource again.
 */
export class FirstPage {
  readonly number: number
  readonly width: PageWidth
  /** Whether the reader will display the whole page */
  readonly isWhole: boolean
  readonly pages: Promise<ServedBookPages | 'none' | undefined>
  readonly picture: Promise<PagePicture | undefined>
  /** Image of the page, once the image is visible */
  shown: PagePicture | undefined
  #isTaken = false
  #closing = new AbortController()

  constructor(url: string, number: number) {
    const room = { width: innerWidth - STAGE_PADDING, height: innerHeight - STAGE_PADDING - BARS }
    this.isWhole = resolveFit(readSettings().fit, room) !== 'width'
    const stageWidth = Math.min(room.width, MAX_WIDTH, this.isWhole ? room.height * PAGE_RATIO : Number.POSITIVE_INFINITY)
    this.number = number
    this.width = choosePictureWidth(stageWidth, { screenRatio: devicePixelRatio, saves: savesData(), isFast: hasFastLine(), zoom: 1 })
    const { signal } = this.#closing
    this.pages = fetchPages(url, signal).catch(() => undefined)
    this.picture = fetchPicture(url, this, signal).catch(() => undefined)
  }

  /** Transfers ownership of the responses to the first caller, which must release them; returns undefined to later callers. */
  take(): FirstPage | undefined {
    if (this.#isTaken) return undefined
    this.#isTaken = true
    return this
  }

  /** Aborts requests in flight and releases the image, unless the responses were transferred by `take`. */
  close(): void {
    if (this.#isTaken) return
    this.#closing.abort()
    void this.picture.then((picture) => picture && URL.revokeObjectURL(picture.url))
  }
}

async function fetchPages(url: string, signal: AbortSignal) {
  const response = await fetch(withPath(url, '/pages'), { signal })
  if (response.status === 404) return 'none'
  return response.ok ? ((await response.json()) as ServedBookPages) : undefined
}

async function fetchPicture(fileUrl: string, { number, width }: Pick<FirstPage, 'number' | 'width'>, signal: AbortSignal) {
  const path = `/pages/${number}/${width}.${await findPictureFormat()}`
  const response = await fetch(withPath(fileUrl, path), { signal })
  if (!response.ok) return
  const url = URL.createObjectURL(await response.blob())
  if (!signal.aborted) return { url, width }
  URL.revokeObjectURL(url)
}
