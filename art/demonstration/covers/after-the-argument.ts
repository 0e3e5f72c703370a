import { n, seeded } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { lettering } from './lettering.ts'

/** One sheet torn in two, a cup on each half; further down the tear closes. */
export function afterTheArgument(): string {
  const chance = seeded(17)
  const torn = (side: number) =>
    Array.from({ length: 41 }, (_, i) => {
      const y = i * 37.5
      const gap = 92 * Math.max(0, 1 - y / 1340) ** 0.8
      return `${n(500 + side * gap + (chance() - 0.5) * 30 + Math.sin(i * 0.7) * 16)} ${n(y)}`
    })
  const [left, right] = [torn(-1), torn(1)]
  const half = (edge: string[], side: number, fill: string, fibre: string) => {
    const out = side < 0 ? -20 : 1020
    return `<path d="M${out} -10L${edge.join('L')}L${out} 1510Z" transform="translate(${-side * 11} 0)" fill="${fibre}" filter="url(#cut)"/><path d="M${out} -10L${edge.join('L')}L${out} 1510Z" fill="${fill}"/>`
  }
  const cup = (x: number, fill: string, rim: string, handle: number) =>
    `<g filter="url(#near)"><path d="M${x + handle * 96} 986a54 54 0 1 1 0 96" fill="none" stroke="${fill}" stroke-width="24" transform="${handle < 0 ? `translate(${2 * (x + handle * 96)} 0) scale(-1 1)` : ''}"/><path d="M${x - 108} 940H${x + 108}L${x + 92} 1120Q${x + 86} 1150 ${x + 52} 1150H${x - 52}Q${x - 86} 1150 ${x - 92} 1120Z" fill="${fill}"/><path d="M${x - 108} 940H${x + 108}L${x + 106} 966H${x - 106}Z" fill="${rim}"/><path d="M${x - 76} 1000l12 106" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".35"/></g>`
  const steam = (x: number, lean: number, colour: string) =>
    `<path d="M${x} 890C${x - 50} 820 ${x + 60 + lean} 770 ${x + lean} 690S${x + lean * 2 + 60} 570 ${x + lean * 2.3} 500" stroke="${colour}" stroke-width="17" fill="none" stroke-linecap="round"/>`
  return frame({
    ground: '#191d2b',
    drawing: `${half(left, -1, '#3f5574', '#e8e3d8')}${half(right, 1, '#c9694f', '#f7ead6')}<g filter="url(#near)"><path d="M-10 1150H470L492 1210H-10Z" fill="#2b3c57"/><path d="M1010 1150H530L508 1210H1010Z" fill="#8f3f34"/></g><path d="M-10 1210H1010V1520H-10Z" fill="#33243a" filter="url(#cut)"/>${steam(242, 26, '#9fb4cc')}${steam(760, -26, '#f3c6a4')}${cup(236, '#dfe6ea', '#2b3c57', -1)}${cup(764, '#f7e6c8', '#8f3f34', 1)}`,
    type: `${lettering('After the', { x: 84, y: 240, size: 122, fill: '#f4efe2', weight: 400, italic: true, soft: 60 })}${lettering('Argument', { x: 80, y: 390, size: 190, fill: '#fff6e4', weight: 560, soft: 20 })}${lettering('Tapiwa Gumbo', { x: 500, y: 1360, size: 46, fill: '#f1d9bd', weight: 440, anchor: 'middle', soft: 60, track: 0.5 })}${colophon(475, 1398, 50, '#e9a86a')}`,
  })
}
