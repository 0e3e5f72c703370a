import { mix, n, seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { lettering } from './lettering.ts'

/** A dry-stone wall, as at Great Zimbabwe: no mortar, only weight and fit. One stone holds the light. */
export function strengthWithoutNoise(): string {
  const chance = seeded(31)
  const stones = ['#4b4f52', '#5a5c5b', '#6a6660', '#57524d', '#726a5f', '#44494f']
  const course = (y: number, tall: number, from: number) => {
    let out = ''
    for (let x = -30 - from; x < 1010; ) {
      const long = 74 + chance() * 86
      const bright = y === 1046 && x > 560 && x < 680
      out += `<path d="M${n(x + 3)} ${n(y + chance() * 4)}L${n(x + long - 3)} ${n(y + chance() * 4)}L${n(x + long - 2 - chance() * 3)} ${n(y + tall - 4)}L${n(x + 3 + chance() * 3)} ${n(y + tall - 3 - chance() * 3)}Z" fill="${bright ? '#f0ae3f' : mix(stones[Math.floor(chance() * 6)] as string, '#2a2f36', (y - 560) / 1900)}"/>`
      x += long
    }
    return out
  }
  const chevron = (y: number, tall: number) =>
    Array.from({ length: 24 }, (_, i) => {
      const [x, up] = [i * 44 - 20, i % 2 === 0]
      return `<path d="M${x} ${up ? y + tall : y}h30l44 ${up ? -tall : tall}h-30z" fill="${up ? '#96897a' : '#6f665a'}"/>`
    }).join('')
  const rows = Array.from({ length: 17 }, (_, i) => 598 + i * 56)
  return frame({
    ground: '#e4b35a',
    drawing: `<circle cx="500" cy="610" r="360" fill="#ecc374"/><path d="M-20 566C160 540 340 580 520 562S840 540 1020 566V1520H-20Z" fill="#23282f" filter="url(#cut)"/><path d="M-20 566C160 540 340 580 520 562S840 540 1020 566V604H-20Z" fill="#7d7465"/>${rows
      .filter((y) => y !== 766 && y !== 822)
      .map((y, i) => course(y, 54, (i % 2) * 46))
      .join('')}<rect x="-10" y="768" width="1020" height="106" fill="#23282f"/>${chevron(776, 90)}`,
    type: `${lettering(['STRENGTH', 'WITHOUT', 'NOISE'], { x: 76, y: 200, size: 138, lead: 124, fill: '#23282f', face: 'Source Sans', weight: 800, track: -2 })}${lettering('Farai Mutendi', { x: 80, y: 518, size: 46, fill: '#23282f', weight: 500, italic: true, soft: 60 })}${colophon(868, 458, 54, '#23282f')}`,
  })
}
