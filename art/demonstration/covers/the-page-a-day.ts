import { mix, n, seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** A month of pages pinned from dusk to dawn, as a night guard fills them; one is being written now. */
export function thePageADay(): string {
  const chance = seeded(23)
  const tones = ['#1d2a4d', '#26386a', '#3d4a80', '#6a5788', '#a9677f', '#de8a6b', '#f3b56b', '#f9d894']
  const tone = (share: number) => {
    const at = share * (tones.length - 1)
    const i = Math.min(tones.length - 2, Math.floor(at))
    return mix(tones[i] as string, tones[i + 1] as string, at - i)
  }
  const pages = Array.from({ length: 31 }, (_, i) => {
    const [column, row] = [i % 5, Math.floor(i / 5)]
    const [x, y] = [82 + column * 171, 84 + row * 168]
    const now = i === 17
    const ink = i > 20 ? '#5a3448' : '#dfe3f4'
    const lines = Array.from(
      { length: 5 },
      (_, l) =>
        `<path d="M22 ${42 + l * 20}h${n(40 + chance() * 62)}" stroke="${now ? '#a0622a' : ink}" stroke-width="6" stroke-linecap="round" opacity="${now ? 1 : 0.55}"/>`,
    ).join('')
    return `<g transform="translate(${x} ${y}) rotate(${n((chance() - 0.5) * (now ? 0 : 7))} 74 74)" filter="url(#near)"><path d="M0 0H122L148 26V146H0Z" fill="${now ? '#fff3cf' : tone(i / 30)}"/><path d="M122 0V26H148Z" fill="#0a0d18" opacity=".25"/>${lines}</g>`
  })
  const pen =
    '<g transform="translate(538 690) rotate(38)" filter="url(#cut)"><path d="M0 0L-13-44V-250H13V-44Z" fill="#2f66b0"/><path d="M0 0L-13-44H13Z" fill="#f1d9a6"/><rect x="-13" y="-286" width="26" height="40" rx="8" fill="#1d3f70"/><path d="M13-282h8v96h-8z" fill="#1d3f70"/></g>'
  return frame({
    ground: '#141c36',
    drawing: `<rect x="-10" y="1160" width="1020" height="360" fill="#f6e6c4" filter="url(#cut)"/>${pages.join('')}${pen}`,
    type: `${lettering(['The Page', 'a Day'], { x: 948, y: 1306, size: 132, lead: 122, fill: '#1d2a4d', weight: 520, anchor: 'end', soft: 40 })}${byline('Tapiwa Gumbo', { x: 84, y: 1428, fill: '#7a4a2c', size: 38 })}${colophon(84, 1344, 44, '#a0622a')}`,
  })
}
