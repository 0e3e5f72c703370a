import type { Annotations } from 'react-pdf/dist/shared/types.d.ts'

const SAFE = /^(https?|mailto|tel):/i

/** Keeps only links with a safe target; other annotations are rendered as part of the page, without behaviour. */
export function onlySafeLinks({ annotations }: { annotations: Annotations }): Annotations {
  return annotations.filter((annotation) => annotation.subtype === 'Link' && (annotation.url ? SAFE.test(annotation.url) : annotation.dest))
}

/** Labels links for screen readers: pdf.js puts empty elements over the text. */
export function labelLinks(layer: ParentNode | null): void {
  for (const link of layer?.querySelectorAll<HTMLAnchorElement>('.annotationLayer a:not([aria-label])') ?? []) {
    const isInternal = link.getAttribute('href')?.startsWith('#')
    link.setAttribute(
      'aria-label',
      link.title || (isInternal ? 'Go to another page' : link.href.replace(/^(https?:\/\/|mailto:|tel:)/, '')),
    )
  }
}
