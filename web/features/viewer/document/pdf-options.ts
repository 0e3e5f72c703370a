import { pdfjs } from 'react-pdf'
import { PART_BYTES } from './range-fetcher.ts'

const assets = `${import.meta.env.BASE_URL}pdfjs/${pdfjs.version}/`

/** A canvas may not have more pixels on iOS. */
export const MAX_CANVAS_PIXELS = 16_700_000

/** How pdf.js 6 opens every document. It has no way left to evaluate a document's functions as code, and scripting is never set up. */
export const pdfOptions = {
  rangeChunkSize: PART_BYTES,
  // Without the second the first has no effect.
  disableAutoFetch: true,
  disableStream: true,
  canvasMaxAreaInBytes: MAX_CANVAS_PIXELS * 4,
  // Real books hold scans of 114 million pixels, of one bit each; larger ones are left out of the page.
  maxImageSize: 2 ** 27,
  cMapUrl: `${assets}cmaps/`,
  iccUrl: `${assets}iccs/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
}
