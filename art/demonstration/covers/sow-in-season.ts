import { n } from '#art/drawing/paper.ts'
import { colophon, frame } from './frame.ts'
import { byline, lettering } from './lettering.ts'

/** Furrows run to one point under the sun; what stands in them grows as it comes nearer. */
export function sowInSeason(): string {
  const [vx, vy] = [640, 690]
  const greens = ['#2d5038', '#a77a3f', '#3f6b45', '#8a5f34', '#58834f', '#b98c4b']
  const stripes = Array.from({ length: 13 }, (_, i) => {
    const [a, b] = [-1500 + i * 300, -1500 + (i + 1) * 300]
    return `<path d="M${vx + (i - 6.5) * 9} ${vy}L${a} 1520H${b}L${vx + (i - 5.5) * 9} ${vy}Z" fill="${greens[i % 6]}"/>`
  })
  const sprout = (x: number, y: number, s: number, ripe: boolean) =>
    `<g transform="translate(${n(x)} ${n(y)}) scale(${s.toFixed(2)})"><path d="M-3 0Q-4-60 0-112Q4-60 3 0Z" fill="#1f3b2a"/><path d="M0-30C-40-36-62-66-64-100C-30-92-4-70 0-30Z" fill="#dfe6b0"/><path d="M0-50C36-58 58-88 58-122C28-112 4-90 0-50Z" fill="#c5d48e"/>${ripe ? '<ellipse cx="0" cy="-126" rx="17" ry="36" fill="#f0b440"/>' : ''}</g>`
  const plants = [3, 5, 7, 9].flatMap((stripe) =>
    [0.16, 0.28, 0.44, 0.66, 0.94].map((t) => {
      const foot = -1500 + stripe * 300 + 150
      return { x: vx + (stripe - 6) * 9 + (foot - vx - (stripe - 6) * 9) * t, y: vy + (1500 - vy) * t, s: 0.2 + t * 1.55, ripe: t > 0.4 }
    }),
  )
  return frame({
    ground: '#f6dfa6',
    drawing: `<circle cx="${vx}" cy="${vy}" r="330" fill="#f2c878"/><circle cx="${vx}" cy="${vy}" r="232" fill="#ea9a43" filter="url(#near)"/><circle cx="${vx}" cy="${vy}" r="150" fill="#dc6b34" filter="url(#near)"/>
<path d="M-10 690C120 600 250 640 360 664S560 620 660 672S900 610 1010 650V760H-10Z" fill="#7c8f63" filter="url(#cut)"/><path d="M-10 720C160 668 300 700 480 700S820 672 1010 706V800H-10Z" fill="#55754f" filter="url(#near)"/>
<g filter="url(#cut)"><clipPath id="field"><path d="M-10 726Q500 690 1010 730V1510H-10Z"/></clipPath><g clip-path="url(#field)"><rect y="680" width="1000" height="820" fill="#2d5038"/>${stripes.join('')}</g></g>${plants
      .filter((p) => p.x > -90 && p.x < 1090)
      .map((p) => sprout(p.x, p.y, p.s, p.ripe))
      .join('')}`,
    type: `${lettering(['Sow in', 'Season'], { x: 84, y: 292, size: 212, lead: 190, fill: '#24402c', weight: 680, soft: 0, wonk: 0 })}${byline('Tapiwa Gumbo', { x: 92, y: 104, fill: '#24402c', caps: true })}${colophon(868, 66, 50, '#24402c')}`,
  })
}
