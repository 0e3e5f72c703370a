import type { Motif } from '#tools/art/drawing/landscape.ts'
import { LAMP } from '#tools/art/drawing/palette.ts'
import { n, seeded } from '#tools/art/drawing/paper.ts'
import { woman } from '#tools/art/drawing/people.ts'
import { umbrellaThorn } from '#tools/art/drawing/trees.ts'

const SUN = { fill: '#fff4d8', glow: '#f3b56b' }
const MOON = { fill: '#f6ecd2', glow: '#b9a7d8' }

/** Motif of a writer: a person at the table behind a window, with head, shoulders, and a lamp. */
const WRITER = `<circle cx="-6" cy="-40" r="12" fill="#3a2218"/><path d="M-30 -4C-30 -28 18 -28 18 -4Z" fill="#3a2218"/>`

/** Motif of the authors page: a village at night, with a writer in every house. */
const authors: Motif = {
  colors: { deep: '#2b2350', mid: '#4b3a70', bright: '#a0738f', pale: '#f0d2ac' },
  seed: 91,
  light: { dx: -330, dy: -430, radius: 62, ...MOON },
  sky: ({ width, height }) => stars(width, height * 0.5),
  stands: `<g fill="#1a1636">${umbrellaThorn(-40, -2, 4, 9)}</g>${house(-330, 0, 0.94, '#241d48', '#15112c')}${hut(-130, -8, 0.76)}${house(66, -6, 0.8, '#2a2150', '#17122f')}${hut(244, -8, 0.96)}${house(404, 0, 0.62, '#241d48', '#15112c')}`,
}

/** Motif of the publishing page: a bicycle loaded with books for delivery. */
const publishing: Motif = {
  colors: { deep: '#1d3a49', mid: '#3b6470', bright: '#d79a62', pale: '#f6dfb2' },
  seed: 104,
  light: { dx: -392, dy: -290, radius: 92, ...SUN },
  stands: `${loose()}${bicycle()}${woman({ x: 282, y: 4, size: 1.34, dress: '#c8553d', wrap: '#f2b445', trim: '#f2b445', skin: '#42261b' })}`,
}

/** Motif of the contact page: a red letter box at the road, and letters flying to it. */
const contact: Motif = {
  colors: { deep: '#54281f', mid: '#8c4a33', bright: '#dd9156', pale: '#f9dcaa' },
  seed: 117,
  light: { dx: -500, dy: -235, radius: 92, ...SUN },
  stands: `<g fill="#2a1310">${umbrellaThorn(330, 16, 5, 21)}</g>${letterBox()}${envelope(-190, -400, 1, -16)}${envelope(-356, -440, 0.8, 8)}${envelope(-492, -408, 0.62, -12)}${envelope(-560, -486, 0.5, 14)}${envelope(-430, -536, 0.44, -6)}`,
}

/** Motif of the founder's page: a paraffin lamp on the hill, and the letters written by its light. */
const founder: Motif = {
  colors: { deep: '#17224a', mid: '#2f3f6e', bright: '#8a7fa0', pale: '#f5d9a4' },
  seed: 132,
  light: { dx: 130, dy: -236, radius: 0, fill: '#fff0c4', glow: '#f2a83c' },
  sky: ({ width, height }) => stars(width, height * 0.5),
  stands: `<g transform="translate(150 0)">${lantern()}${sheet(-250, 4, -7)}${sheet(-330, 12, 11)}${sheet(230, 8, 8)}</g>`,
}

/** Motif of the tile for Bibles: an open Bible on the hill at dawn, with a ribbon. */
export const bibles: Motif = {
  colors: { deep: '#4a2432', mid: '#7d4548', bright: '#d98f68', pale: '#f8dcae' },
  seed: 58,
  light: { dx: 0, dy: -250, radius: 150, ...SUN },
  stands: `<g transform="translate(0 -34)">${openBible()}</g>`,
}

export const pageMotifs = { authors, publishing, contact, founder }

function openBible(): string {
  const page = (flip: number) =>
    `<g transform="scale(${flip} 1)"><path d="M0 -36C-90 -96 -210 -104 -316 -74V-282C-210 -316 -90 -306 0 -246Z" fill="#fdf3dc"/><path d="M0 -36C-90 -96 -210 -104 -316 -74V-56C-210 -86 -90 -78 0 -18Z" fill="#e3c391"/><path d="M-280 -262C-200 -282 -110 -274 -36 -234M-280 -226C-200 -246 -110 -238 -36 -198M-280 -190C-200 -210 -110 -202 -36 -162M-280 -154C-200 -174 -110 -166 -36 -126M-280 -118C-220 -134 -160 -134 -110 -120" fill="none" stroke="#c9a06c" stroke-width="7" stroke-linecap="round"/></g>`
  return `<ellipse cx="0" cy="6" rx="330" ry="20" fill="#1d0d14" opacity=".45"/><path d="M-340 -44C-220 -84 -96 -66 0 -6C96 -66 220 -84 340 -44V-14C220 -52 96 -36 0 20C-96 -36 -220 -52 -340 -14Z" fill="#2b1220"/>${page(1)}${page(-1)}<path d="M0 -246V-18" stroke="#d8b98a" stroke-width="6"/><path d="M34 -232C40 -140 30 -60 52 26L70 4L90 20C70 -60 78 -150 62 -246Z" fill="#c0392b"/>`
}

function stars(width: number, height: number): string {
  const chance = seeded(12)
  return Array.from(
    { length: 90 },
    () =>
      `<circle cx="${n(chance() * width)}" cy="${n(chance() * height)}" r="${n(0.8 + chance() * 2)}" fill="#fff3d6" opacity="${n(0.2 + chance() * 0.6)}"/>`,
  ).join('')
}

function house(x: number, y: number, size: number, wall: string, roof: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-130 0V-150H130V0Z" fill="${wall}"/><path d="M-164 -142L-96 -246H96L164 -142Z" fill="${roof}"/><path d="M-164 -142L-96 -246H-76L-132 -142Z" fill="#7d6a9c"/><path d="M-84 -42V-116H4V-42Z" fill="${LAMP}"/><g transform="translate(-38 -42)">${WRITER}</g><path d="M-40 -116V-42M-84 -80H4" stroke="${wall}" stroke-width="6"/><path d="M48 0V-104H96V0Z" fill="${roof}"/></g>`
}

function hut(x: number, y: number, size: number): string {
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-92 0V-112H92V0Z" fill="#332857"/><path d="M-128 -100L0 -232L128 -100Q0 -76 -128 -100Z" fill="#1b1538"/><path d="M-128 -100L0 -232L-18 -92Q-80 -88 -128 -100Z" fill="#6f5c8c"/><path d="M-40 -22V-74A36 36 0 0 1 32 -74V-22Z" fill="#f8cf7f"/><g transform="translate(0 -22) scale(.92)">${WRITER}</g></g>`
}

function bicycle(): string {
  const wheel = (x: number) =>
    `<g transform="translate(${x} -92)"><circle r="92" fill="none" stroke="#132530" stroke-width="13"/><circle r="92" fill="none" stroke="#f6dfb2" stroke-width="2.5" opacity=".35"/>${Array.from({ length: 9 }, (_, i) => `<path d="M0 -86V86" stroke="#132530" stroke-width="2.5" transform="rotate(${i * 20})"/>`).join('')}<circle r="11" fill="#132530"/></g>`
  const books = [
    ['#7b3b36', 190, 40],
    ['#d8b070', 206, 30],
    ['#2f5d63', 182, 44],
    ['#c8553d', 198, 34],
    ['#efe0bd', 170, 26],
    ['#51406a', 186, 38],
    ['#d99a45', 160, 30],
    ['#234a52', 172, 36],
  ] as const
  const chance = seeded(6)
  let y = -216
  const pile = books
    .map(([color, width, tall]) => {
      y -= tall
      const x = -158 - width / 2 + (chance() - 0.5) * 22
      return `<rect x="${n(x)}" y="${y}" width="${width}" height="${tall - 2}" rx="3" fill="${color}"/><rect x="${n(x)}" y="${y}" width="${width}" height="3" fill="#fff0cf" opacity=".45"/><rect x="${n(x + 20)}" y="${y}" width="8" height="${tall - 2}" fill="#fff0cf" opacity=".35"/>`
    })
    .join('')
  return `${wheel(-170)}${wheel(150)}<g fill="none" stroke="#132530" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"><path d="M-170 -92L-30 -92L50 -226L-66 -226Z"/><path d="M150 -92L96 -262L64 -270M96 -262L132 -284"/><path d="M-30 -92L-74 -256"/><path d="M-260 -212H-62M-250 -212L-170 -92"/></g><path d="M-112 -262Q-74 -276 -40 -258L-74 -250Z" fill="#132530"/>${pile}<path d="M-158 ${y - 2}V-214" stroke="#132530" stroke-width="4" opacity=".7"/>`
}

/** Draws loose pages that the wind has blown from the top of a pile. */
function loose(): string {
  const page = (x: number, y: number, size: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M-44 -58Q0 -44 44 -58L48 50Q2 64 -40 52Z" fill="#fdf3dc"/><path d="M-26 -30Q2 -22 30 -30M-26 -8Q2 0 30 -8M-24 14Q4 22 30 14" fill="none" stroke="#c9a06c" stroke-width="5"/></g>`
  return `${page(-312, -440, 0.9, -18)}${page(-392, -506, 0.74, 12)}${page(-474, -452, 0.58, -30)}`
}

function letterBox(): string {
  return `<ellipse cx="0" cy="4" rx="120" ry="12" fill="#1a0a08" opacity=".45"/><path d="M-74 0V-34H74V0Z" fill="#24100e"/><path d="M-62 -34V-300H62V-34Z" fill="#c0392b"/><path d="M-62 -34V-300H-22V-34Z" fill="#e05a43"/><path d="M-78 -296H78V-322H-78Z" fill="#a52c22"/><path d="M-70 -322Q-62 -372 0 -380Q62 -372 70 -322Z" fill="#c0392b"/><path d="M-70 -322Q-62 -372 0 -380Q-26 -366 -30 -322Z" fill="#e05a43"/><rect x="-40" y="-262" width="80" height="17" rx="4" fill="#24100e"/><rect x="-36" y="-214" width="72" height="60" rx="3" fill="#fbefd9"/><path d="M-24 -196H24M-24 -182H24M-24 -168H8" stroke="#c0392b" stroke-width="5"/>`
}

function envelope(x: number, y: number, size: number, turn: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M-20 -34Q-70 -112 -136 -96Q-96 -70 -58 -14Z" fill="#f6dcb0"/><path d="M-70 -42H70V46H-70Z" fill="#fdf3dc"/><path d="M-70 -42L0 14L70 -42Z" fill="#ecd0a0"/><path d="M-70 46L-14 0M70 46L14 0" stroke="#dfba84" stroke-width="3"/><path d="M20 -34Q40 -118 112 -124Q84 -84 62 -14Z" fill="#fffaf0"/></g>`
}

function lantern(): string {
  return `<ellipse cx="0" cy="6" rx="170" ry="18" fill="#050a1c" opacity=".5"/><path d="M-112 0Q-108 -72 -78 -92H78Q108 -72 112 0Z" fill="#b8741a"/><path d="M-112 0Q-108 -72 -78 -92H-40Q-62 -60 -64 0Z" fill="#e9b44c"/><path d="M-64 -92V-120H64V-92Z" fill="#7a4a14"/><path d="M-58 -120C-130 -190 -104 -300 -56 -352H56C104 -300 130 -190 58 -120Z" fill="#f8cf7f" opacity=".5"/><path d="M-58 -120C-130 -190 -104 -300 -56 -352H-30C-74 -300 -92 -196 -34 -120Z" fill="#fff4d8" opacity=".55"/><path d="M-26 -128C-50 -190 -8 -220 2 -284C30 -226 50 -188 26 -128Z" fill="#f08a3c"/><path d="M-14 -128C-24 -168 -2 -184 3 -224C20 -188 26 -164 14 -128Z" fill="#fff0c4"/><path d="M-70 -352H70L52 -386H-52Z" fill="#7a4a14"/><path d="M-40 -386V-414H40V-386Z" fill="#b8741a"/><path d="M-84 -100C-190 -220 -150 -420 0 -470C150 -420 190 -220 84 -100" fill="none" stroke="#7a4a14" stroke-width="11"/><path d="M-18 -470A18 18 0 1 1 18 -470" fill="none" stroke="#7a4a14" stroke-width="10"/>`
}

function sheet(x: number, y: number, turn: number): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M-84 0L-60 -34H92L72 0Z" fill="#fbefd9"/><path d="M-48 -24H64M-54 -15H58M-60 -7H30" stroke="#b89a6c" stroke-width="3"/></g>`
}
