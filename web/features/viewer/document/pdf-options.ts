import { pdfjs } from 'react-pdf'
import { PART_BYTES } from './range-fetcher.ts'

const assets = `${import.meta.env.BASE_URL}pdfjs/${pdfjs.version}/`

/** The limit of a canvas on iOS. */
export const MAX_CANVAS_PIXELS = 16_700_000

/** pdf.js 6 does not evaluate code from documents, and scripting is never enabled. */
export const pdfOptions = {
  rangeChunkSize: PART_BYTES,
  // The first has no effect without the second.
  disableAutoFetch: true,
  disableStream: true,
  canvasMaxAreaInBytes: MAX_CANVAS_PIXELS * 4,
  // Real books contain one-bit scans of 114 million pixels; larger images are not rendered.
  maxImageSize: 2 ** 27,
  cMapUrl: `${assets}cmaps/`,
  iccUrl: `${assets}iccs/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
}
