import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { Util } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { MAX_PAGE_LINKS, type PageText } from '#contracts/reading/book-pages.ts'
import { storableText } from '#server/platform/storable-text.ts'
import { findDestination } from './find-destination.ts'

const MAX_ADDRESS = 2000

type Annotation = { subtype?: string; rect?: unknown; url?: unknown; dest?: string | unknown[] | null }

/** Reads links to pages and to web, mail and telephone addresses. Other links, such as to files on the reader's device, are omitted. */
export async function readPageLinks(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PageText['links']> {
  const { transform } = page.getViewport({ scale: 1 })
  const links: PageText['links'] = []
  for (const { subtype, rect, url, dest } of (await page.getAnnotations()) as Annotation[]) {
    if (subtype !== 'Link' || !isRectangle(rect) || links.length >= MAX_PAGE_LINKS) continue
    const corners = [rect.slice(0, 2), rect.slice(2)]
    for (const corner of corners) Util.applyTransform(corner, transform)
    const [[x1, y1], [x2, y2]] = corners as [[number, number], [number, number]]
    const [x, y, width, height] = [Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1)]
    if (![x, y, width, height].every((points) => Math.abs(points) < 1e6)) continue
    const target = readAddress(url) ?? (dest ? await findDestination(document, dest).catch(() => undefined) : undefined)
    if (target) links.push([toTenths(x), toTenths(y), toTenths(width), toTenths(height), target])
  }
  return links
}

function isRectangle(value: unknown): value is [number, number, number, number] {
  return Array.isArray(value) && value.length === 4 && value.every((item) => typeof item === 'number')
}

function readAddress(url: unknown): string | undefined {
  const address = typeof url === 'string' ? storableText(url) : ''
  return /^(https?|mailto|tel):/.test(address) && address.length <= MAX_ADDRESS ? address : undefined
}

function toTenths(points: number) {
  return Math.round(points * 10) / 10
}
