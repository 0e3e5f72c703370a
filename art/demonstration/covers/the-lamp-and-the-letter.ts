import { closed, type Point, seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** A paraffin lamp burns in the middle of many sheets of night; below, the flap of an open envelope. */
export function theLampAndTheLetter(): string {
  const sheets = ['#1f2c4c', '#2e3a5c', '#4d4560', '#7c5257', '#b36a45', '#dd9440', '#f3bd5e', '#fbdf9b'].map((fill, i) => {
    const radius = 480 - i * 49
    return `<path d="${ring(500, 800, radius, i + 3)}" fill="${fill}" filter="url(#cut)"/>`
  })
  const lamp = `<g filter="url(#near)"><path d="M404 884C372 850 372 790 424 742L438 676H562L576 742C628 790 628 850 596 884Z" fill="#fff4d6" opacity=".7"/><path d="M500 858C458 830 462 790 492 746C496 726 498 714 497 700C536 738 548 780 540 812C535 836 522 850 500 858Z" fill="#e2762c"/><path d="M500 852C478 834 482 806 501 776C520 806 524 832 500 852Z" fill="#ffe9a8"/></g>
<g fill="#1c2440"><path d="M430 642H570L560 680H440Z"/><path d="M456 612H544L556 646H444Z"/><path d="M396 880H604L590 916H410Z"/><path d="M440 912H560L578 934H422Z"/><path d="M388 1016C380 960 410 930 432 930H568C590 930 620 960 612 1016L640 1044H360Z"/><rect x="592" y="888" width="44" height="14" rx="6"/><circle cx="644" cy="895" r="17"/><path d="M396 898C318 860 306 700 352 620C388 556 612 556 648 620C694 700 682 860 604 898L598 886C660 850 672 710 632 634C602 582 398 582 368 634C328 710 340 850 402 886Z"/></g><path d="M400 990C402 962 418 946 436 944" stroke="#dd9440" stroke-width="7" fill="none" stroke-linecap="round"/>`
  const written = [0, 1, 2, 3]
    .map(
      (i) =>
        `<path d="M346 ${1130 + i * 40}q26-12 52 0t52 0 52 0 52 0 ${i === 3 ? '' : '52 0 48 0'}" stroke="#3d4a72" stroke-width="6" fill="none" stroke-linecap="round"/>`,
    )
    .join('')
  const envelope = `<path d="M-20 1210L500 1040L1020 1210V1520H-20Z" fill="#8a4f36" filter="url(#cut)"/><g transform="rotate(-2.5 500 1200)" filter="url(#cut)"><rect x="286" y="1062" width="428" height="400" fill="#fff8e6"/>${written}</g><path d="M-20 1176L500 1400L1020 1176V1520H-20Z" fill="#e9cf9d" filter="url(#cut)"/><path d="M-20 1520L420 1330Q500 1298 580 1330L1020 1520Z" fill="#f7e6c2" filter="url(#cut)"/>`
  return frame({
    ground: '#172039',
    drawing: `${sheets.join('')}${lamp}${envelope}`,
    type: `${lettering(['The Lamp', 'and the Letter'], { x: 500, y: 168, size: 118, lead: 122, fill: '#fdebc4', weight: 480, anchor: 'middle', soft: 60 })}${byline('Ruvimbo Chikomo', { x: 500, y: 1462, fill: '#5a3f2a', anchor: 'middle' })}${colophon(479, 1362, 42, '#b0702c')}`,
  })
}

function ring(x: number, y: number, radius: number, seed: number): string {
  const chance = seeded(seed)
  const points: Point[] = Array.from({ length: 18 }, (_, i) => {
    const angle = (i / 18) * 2 * Math.PI
    const reach = radius * (0.97 + chance() * 0.06)
    return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 1.08]
  })
  return closed(points)
}
