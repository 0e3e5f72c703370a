import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { openPdfium } from '#server/media/sandbox/open-pdfium.ts'

/** Left, bottom, right and top in the page's own coordinates, whose origin is at the bottom. */
export type Bounds = [number, number, number, number]
export type FindPictures = (page: number) => Bounds[]

/** Size limit: files are read into memory as a whole. */
const MAX_BYTES = 128 * 1024 * 1024
const MAX_OBJECTS = 2000

/** Private members of the PDFium library: its public classes don't expose the position of an object. */
type Internals = {
  module: {
    _FPDFPage_GetObject: (page: number, index: number) => number
    _FPDFPageObj_GetBounds: (object: number, left: number, bottom: number, right: number, top: number) => number
    HEAPF32: Float32Array
    wasmExports: { malloc: (bytes: number) => number }
  }
  pageIdx: number
}

/** Finds the positions of images on a page, counted from 1, without decoding them. Finds none if PDFium can't open the file. */
export async function openPictureFinder(file: string | Uint8Array): Promise<FindPictures> {
  const library = await openPdfium()
  const data = typeof file !== 'string' ? file : (await stat(file)).size > MAX_BYTES ? undefined : readFileSync(file)
  const document = data && (await library.loadDocument(data).catch(() => undefined))
  let pointer: number | undefined
  return (number) => {
    const page = document && number <= document.getPageCount() ? document.getPage(number - 1) : undefined
    if (!page) return []
    const { module, pageIdx } = page as unknown as Internals
    pointer ??= module.wasmExports.malloc(16)
    const found: Bounds[] = []
    const count = Math.min(page.getObjectCount(), MAX_OBJECTS)
    for (let index = 0; index < count; index++) {
      if (page.getObject(index).type !== 'image') continue
      const object = module._FPDFPage_GetObject(pageIdx, index)
      if (!module._FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12)) continue
      found.push([...module.HEAPF32.subarray(pointer / 4, pointer / 4 + 4)] as Bounds)
    }
    return found
  }
}
