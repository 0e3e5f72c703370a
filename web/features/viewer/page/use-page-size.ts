import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import type { Size } from './page-fit.ts'

const A4: Size = { width: 595, height: 842 }
const sizesByDocument = new WeakMap<PDFDocumentProxy, Map<number, Size>>()

/** A page's size, with its rotation applied. Until it is known, that of another page or A4 (`guessed`). */
export function usePageSize(pdf: PDFDocumentProxy, page: number): { size: Size; guessed: boolean; failed: boolean } {
  const [, setLoaded] = useState<number>()
  const [failed, setFailed] = useState<number>()
  const sizes = sizesByDocument.get(pdf) ?? new Map<number, Size>()
  sizesByDocument.set(pdf, sizes)

  useEffect(() => {
    let active = true
    pdf.getPage(page).then(
      (proxy) => {
        const { width, height } = proxy.getViewport({ scale: 1 })
        const isValid = width > 0 && height > 0 && Number.isFinite(width / height)
        sizesByDocument.get(pdf)?.set(page, isValid ? { width, height } : A4)
        if (active) setLoaded(page)
      },
      () => active && setFailed(page),
    )
    return () => {
      active = false
    }
  }, [pdf, page])

  return { size: sizes.get(page) ?? [...sizes.values()].at(-1) ?? A4, guessed: sizes.size === 0, failed: failed === page }
}
