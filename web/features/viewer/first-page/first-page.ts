import type { ServedBookPages } from '#contracts/book-flow.ts'
import { withPath } from '#contracts/media-url.ts'
import type { PageWidth } from '#contracts/page-widths.ts'
import { MAX_WIDTH } from '#web/features/viewer/page/page-fit.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import { savesData } from '#web/lib/save-data.ts'
import { choosePictureWidth } from './picture-width.ts'

/** A picture in memory, at an object URL. */
export type PagePicture = { url: string; width: PageWidth }

/** Of the stage, on both sides together */
const STAGE_PADDING = 16

/**
 * What is asked for of a stored PDF while the code that shows it is still under way: the list of its pages, and the picture of the one at
 * which it opens. Nothing is tried twice: undefined leaves it to the reader, which knows what to do about a failure.
 */
export class FirstPage {
  readonly number: number
  readonly width: PageWidth
  readonly pages: Promise<ServedBookPages | 'none' | undefined>
  readonly picture: Promise<PagePicture | undefined>
  /** The picture, once it is on the screen */
  shown: PagePicture | undefined
  #isTaken = false
  #closing = new AbortController()

  constructor(pdfUrl: string, number: number) {
    const stageWidth = Math.min(innerWidth - STAGE_PADDING, MAX_WIDTH)
    this.number = number
    this.width = choosePictureWidth(stageWidth, { screenRatio: devicePixelRatio, saves: savesData(), zoom: 1 })
    this.pages = this.#fetchPages(pdfUrl).catch(() => undefined)
    this.picture = this.#fetchPicture(pdfUrl).catch(() => undefined)
  }

  async #fetchPages(pdfUrl: string) {
    const response = await fetch(withPath(pdfUrl, '/pages'), { signal: this.#closing.signal })
    if (response.status === 404) return 'none'
    return response.ok ? ((await response.json()) as ServedBookPages) : undefined
  }

  async #fetchPicture(pdfUrl: string) {
    const path = `/pages/${this.number}/${this.width}.${await findPictureFormat()}`
    const response = await fetch(withPath(pdfUrl, path), { signal: this.#closing.signal })
    if (!response.ok) return
    const url = URL.createObjectURL(await response.blob())
    if (!this.#closing.signal.aborted) return { url, width: this.width }
    URL.revokeObjectURL(url)
  }

  /** For one who uses it, and closes what is in it; undefined for all others. */
  take(): FirstPage | undefined {
    if (this.#isTaken) return undefined
    this.#isTaken = true
    return this
  }

  /** Ends what is under way, unless somebody has taken it. */
  close(): void {
    if (this.#isTaken) return
    this.#closing.abort()
    void this.picture.then((picture) => picture && URL.revokeObjectURL(picture.url))
  }
}

/** Whether a URL is that of a stored PDF, of which the server may have made pages. */
export function isStoredPdf(url: string): boolean {
  return /\/media\/[0-9a-f]{64}\.pdf(\?|$)/.test(url)
}
