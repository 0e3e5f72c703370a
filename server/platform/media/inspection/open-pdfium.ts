import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'

/** Compiles PDFium once. Called before the process says that it is ready, so that it counts as start-up time, not as work on the file. */
export function openPdfium(): Promise<PDFiumLibrary> {
  opening ??= init()
  return opening
}

let opening: Promise<PDFiumLibrary> | undefined

function init() {
  // The built inspector stands elsewhere than the library, which would look beside itself.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))
  return PDFiumLibrary.init({ wasmBinary: wasm.buffer as ArrayBuffer })
}
