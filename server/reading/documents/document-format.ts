import type { ReadableFormat } from '#contracts/common/file-formats.ts'
import type { RenditionSet } from './page-manifest.ts'
import type { Making } from './save-renditions.ts'

/**
 * Reader of the files of one format, which creates and stores their renditions. All formats store the same kinds of renditions, so that
 * routes, search and background work know no format. Existing renditions are not replaced, so several instances may create a rendition
 * concurrently.
 */
export type DocumentFormat = {
  /**
   * Creates the manifest of a file. An unreadable file is recorded as failed. A format without `pages` also stores the texts of the counted
   * pages, which the search reads.
   */
  makeManifest: (key: string, making?: Making) => Promise<void>
  /** Creates the reflowable text of a file. Text that can't be read is recorded as missing. */
  makeReflow: (key: string, pageCount: number, making?: Making) => Promise<void>
  /** Renditions of pages, in formats whose files are printed on pages */
  pages?: {
    makeTexts: (key: string, pages: number[], making?: Making) => Promise<void>
    makePictures: (key: string, pages: number[], series: RenditionSet, making?: Making) => Promise<void>
  }
  /** Returns whether rendering a part of the file has exceeded a time or memory limit since the start of the server. */
  isCostly: (key: string) => boolean
}

export type DocumentFormats = Record<ReadableFormat, DocumentFormat>
