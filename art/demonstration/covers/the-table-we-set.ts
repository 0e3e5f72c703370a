import { n } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { lettering } from './lettering.ts'

/** The table from above: everyone's plate is full and one chair is still pushed in. */
export function theTableWeSet(): string {
  const [x, y, r] = [566, 938, 452]
  const chairs = [200, 240, 280, 320, 0, 40, 80, 120, 160].map(
    (degrees, i) =>
      `<g transform="rotate(${degrees} ${x} ${y})"><rect x="${x + r - (i === 3 ? 26 : -14)}" y="${y - 74}" width="96" height="148" rx="34" fill="${i === 3 ? '#f2b84b' : '#7c3557'}" filter="url(#near)"/></g>`,
  )
  const foods = ['#5f8a55', '#c8553d', '#e3a33a']
  const plate = (degrees: number, i: number) => {
    const spot = (at: number, away: number) => `translate(${n(Math.cos(at) * away)} ${n(Math.sin(at) * away)})`
    const turn = i * 1.9
    const dish = `<ellipse rx="40" ry="34" fill="#fffaf0" stroke="#e6d3a8" stroke-width="5" transform="${spot(turn, 26)}"/><path d="M-30-4C-26-34 20-36 30-10C40 14 10 34-12 26C-30 22-34 12-30-4Z" fill="${foods[i % 3]}" transform="${spot(turn + 2.3, 36)} rotate(${i * 50})"/><path d="M-22 0C-20-24 16-26 22-6C28 12 8 24-8 20C-20 16-24 10-22 0Z" fill="${foods[(i + 1) % 3]}" transform="${spot(turn + 4.2, 36)} rotate(${i * 80})"/>`
    const empty = i === 3
    return `<g transform="rotate(${degrees} ${x} ${y}) translate(${x + r - 146} ${y})"><circle r="100" fill="#fbf1de" filter="url(#near)"/><circle r="84" fill="none" stroke="${['#c8553d', '#2f5d7a', '#c8553d', '#b98a2f'][i % 4]}" stroke-width="7" ${i % 2 ? 'stroke-dasharray="7 9"' : ''}/>${empty ? '' : dish}</g>`
  }
  const cloth = Array.from(
    { length: 26 },
    (_, i) =>
      `<path d="M0 ${-r + 22}l19 30h-38z" fill="${i % 2 ? '#f2b84b' : '#f7d9c0'}" transform="translate(${x} ${y}) rotate(${n((i * 360) / 26)})"/>`,
  )
  return frame({
    ground: '#4a1a38',
    drawing: `<circle cx="${x}" cy="${y}" r="640" fill="#571f42"/>${chairs.join('')}<circle cx="${x}" cy="${y}" r="${r}" fill="#d9623f" filter="url(#cut)"/>${cloth.join('')}<circle cx="${x}" cy="${y}" r="${r - 70}" fill="#b8452f"/>${[200, 240, 280, 320, 0, 40, 80, 120, 160].map(plate).join('')}<circle cx="${x}" cy="${y}" r="118" fill="#2b3a52" filter="url(#cut)"/><circle cx="${x}" cy="${y}" r="98" fill="#f9efd9"/><path d="${wedge(x, y, 98, 200, 120)}" fill="#efdcb4"/><path d="M${x - 40} ${y - 14}q40-30 84 4M${x - 56} ${y + 22}q52-26 106 6" stroke="#dcc18a" stroke-width="7" fill="none" stroke-linecap="round"/>`,
    type: `${lettering(['The Table', 'We Set'], { x: 84, y: 200, size: 164, lead: 150, fill: '#fbe6cf', weight: 400, italic: true, soft: 100, wonk: 1 })}${lettering('RUVIMBO CHIKOMO', { x: 92, y: 1448, size: 33, fill: '#fbe6cf', face: 'Source Sans', weight: 600, track: 5 })}${colophon(862, 1386, 52, '#f2b84b')}`,
  })
}

function wedge(x: number, y: number, r: number, from: number, sweep: number): string {
  const at = (degrees: number) => [n(x + r * Math.cos((degrees * Math.PI) / 180)), n(y + r * Math.sin((degrees * Math.PI) / 180))].join(' ')
  return `M${x} ${y}L${at(from)}A${r} ${r} 0 ${sweep > 180 ? 1 : 0} 1 ${at(from + sweep)}Z`
}
