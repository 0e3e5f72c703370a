import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'

/**
 * Compiles PDFium (WebAssembly) once, before the process reports that it is ready, so that compiling doesn't count toward the time limit of
 * a task.
 */
export function openPdfium(): Promise<PDFiumLibrary> {
  opening ??= init()
  return opening
}

let opening: Promise<PDFiumLibrary> | undefined

function init() {
  // The WebAssembly file is read here, since the library would look beside its own code, and the built sandbox program is in another
  // folder.
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))
  return PDFiumLibrary.init({ wasmBinary: wasm.buffer as ArrayBuffer })
}
