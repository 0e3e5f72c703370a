import { mix, n, seeded } from '#tools/art/drawing/paper.ts'
import { byline, colophon, frame, lettering } from './frame.ts'

/** Covers of the books by Tapiwa Gumbo. */
export const tapiwaGumbo = {
  /** Cover: furrows that run to a vanishing point under the sun; the plants grow larger towards the viewer. */
  'sow-in-season': () => {
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
  },

  /** Cover: a month of pages pinned in rows whose colors change from dusk to dawn; one page is being written. */
  'the-page-a-day': () => {
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
  },

  /** Cover: a sheet torn in two, with a cup on each half; further down the tear closes. */
  'after-the-argument': () => {
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
    const steam = (x: number, lean: number, color: string) =>
      `<path d="M${x} 890C${x - 50} 820 ${x + 60 + lean} 770 ${x + lean} 690S${x + lean * 2 + 60} 570 ${x + lean * 2.3} 500" stroke="${color}" stroke-width="17" fill="none" stroke-linecap="round"/>`
    return frame({
      ground: '#191d2b',
      drawing: `${half(left, -1, '#3f5574', '#e8e3d8')}${half(right, 1, '#c9694f', '#f7ead6')}<g filter="url(#near)"><path d="M-10 1150H470L492 1210H-10Z" fill="#2b3c57"/><path d="M1010 1150H530L508 1210H1010Z" fill="#8f3f34"/></g><path d="M-10 1210H1010V1520H-10Z" fill="#33243a" filter="url(#cut)"/>${steam(242, 26, '#9fb4cc')}${steam(760, -26, '#f3c6a4')}${cup(236, '#dfe6ea', '#2b3c57', -1)}${cup(764, '#f7e6c8', '#8f3f34', 1)}`,
      type: `${lettering('After the', { x: 84, y: 240, size: 122, fill: '#f4efe2', weight: 400, italic: true, soft: 60 })}${lettering('Argument', { x: 80, y: 390, size: 190, fill: '#fff6e4', weight: 560, soft: 20 })}${lettering('Tapiwa Gumbo', { x: 500, y: 1360, size: 46, fill: '#f1d9bd', weight: 440, anchor: 'middle', soft: 60, track: 0.5 })}${colophon(475, 1398, 50, '#e9a86a')}`,
    })
  },
}
