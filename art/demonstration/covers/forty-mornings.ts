import { n } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** Forty rays, one for each morning, and one person up before them on the hill. */
export function fortyMornings(): string {
  const [x, y] = [500, 1130]
  const colours = ['#f6c667', '#ee9a4f', '#f9dca0', '#e4764a']
  const rays = Array.from({ length: 40 }, (_, i) => {
    const at = (step: number) => {
      const angle = Math.PI + (step / 40) * Math.PI
      return `${n(x + Math.cos(angle) * 1500)} ${n(y + Math.sin(angle) * 1500)}`
    }
    return `<path d="M${x} ${y}L${at(i)}L${at(i + 1)}Z" fill="${colours[(i * 3 + (i >> 2)) % 4]}"/>`
  })
  return frame({
    ground: '#e4764a',
    drawing: `${rays.join('')}<circle cx="${x}" cy="${y}" r="404" fill="#fbe7bd" filter="url(#cut)"/><circle cx="${x}" cy="${y}" r="372" fill="none" stroke="#e4764a" stroke-width="3" stroke-dasharray="3 26.2" stroke-linecap="round"/>
<g fill="#4a1f3c" transform="translate(802 1150) scale(1.02)"><circle cx="0" cy="-112" r="15"/><path d="M-15 -90Q0 -98 15 -90L20 -30L30 20H-30L-20 -30Z"/><path d="M-13 -84L-44 -138L-51 -134L-20 -66ZM13 -84L42 -140L49 -136L20 -66Z"/></g>
<path d="M-10 1190C180 1130 330 1150 470 1122S800 1176 1010 1120V1510H-10Z" fill="#8a3d4a" filter="url(#cut)"/><path d="M-10 1290C200 1220 420 1300 640 1262S900 1230 1010 1262V1510H-10Z" fill="#5d2a44" filter="url(#cut)"/><path d="M-10 1400C240 1360 520 1410 1010 1364V1510H-10Z" fill="#3a1b35" filter="url(#near)"/>
`,
    type: `${lettering('Forty', { x: 500, y: 968, size: 190, fill: '#6b2a3c', weight: 460, anchor: 'middle', soft: 60 })}${lettering('mornings', { x: 500, y: 1068, size: 104, fill: '#6b2a3c', weight: 400, italic: true, anchor: 'middle', soft: 60, wonk: 1 })}${byline('Farai Mutendi', { x: 500, y: 1446, fill: '#f9dca0', anchor: 'middle', caps: true })}${colophon(476, 1340, 46, '#f6c667')}`,
  })
}
