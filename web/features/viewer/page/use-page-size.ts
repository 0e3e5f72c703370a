import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import type { Size } from './page-fit.ts'

const A4: Size = { width: 595, height: 842 }
const known = new WeakMap<PDFDocumentProxy, Map<number, Size>>()

/** A page's size as it is read, its own rotation counted in. Until it is known, that of another page; before any is, a guess. */
export function usePageSize(pdf: PDFDocumentProxy, page: number): { size: Size; guessed: boolean; failed: boolean } {
  const [, setLoaded] = useState<number>()
  const [failed, setFailed] = useState<number>()
  const sizes = known.get(pdf) ?? new Map<number, Size>()
  known.set(pdf, sizes)

  useEffect(() => {
    let live = true
    pdf.getPage(page).then(
      (proxy) => {
        const { width, height } = proxy.getViewport({ scale: 1 })
        const sound = width > 0 && height > 0 && Number.isFinite(width / height)
        known.get(pdf)?.set(page, sound ? { width, height } : A4)
        if (live) setLoaded(page)
      },
      () => live && setFailed(page),
    )
    return () => {
      live = false
    }
  }, [pdf, page])

  return { size: sizes.get(page) ?? [...sizes.values()].at(-1) ?? A4, guessed: sizes.size === 0, failed: failed === page }
}
