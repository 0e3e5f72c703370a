import { pdfjs } from 'react-pdf'
import { PART_BYTES } from './range-fetcher.ts'

const assets = `${import.meta.env.BASE_URL}pdfjs/${pdfjs.version}/`

/** Canvas size limit of iOS. */
export const MAX_CANVAS_PIXELS = 16_700_000

/** Options of pdf.js. Version 6 doesn't evaluate code from documents, and scripting is never enabled. */
export const pdfOptions = {
  rangeChunkSize: PART_BYTES,
  // `disableAutoFetch` has no effect without `disableStream`.
  disableAutoFetch: true,
  disableStream: true,
  canvasMaxAreaInBytes: MAX_CANVAS_PIXELS * 4,
  // Larger images are not rendered. Published books contain one-bit scans of 114 million pixels.
  maxImageSize: 2 ** 27,
  cMapUrl: `${assets}cmaps/`,
  iccUrl: `${assets}iccs/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
}
