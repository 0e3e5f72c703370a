import type { Annotations } from 'react-pdf/dist/shared/types.d.ts'

const SAFE = /^(https?|mailto|tel):/i

/** Of a page's annotations the links that lead somewhere harmless; the rest is drawn on the page, and does nothing. */
export function onlySafeLinks({ annotations }: { annotations: Annotations }): Annotations {
  return annotations.filter((annotation) => annotation.subtype === 'Link' && (annotation.url ? SAFE.test(annotation.url) : annotation.dest))
}

/** Gives links a name: pdf.js lays them, empty, over the words. */
export function labelLinks(layer: ParentNode | null): void {
  for (const link of layer?.querySelectorAll<HTMLAnchorElement>('.annotationLayer a:not([aria-label])') ?? []) {
    const inside = link.getAttribute('href')?.startsWith('#')
    link.setAttribute('aria-label', link.title || (inside ? 'Go to another page' : link.href.replace(/^(https?:\/\/|mailto:|tel:)/, '')))
  }
}
