import { finish, gradient, mix, n, ridge, sheet, stop } from '#tools/art/drawing/paper.ts'
import { balancingRocks } from '#tools/art/drawing/rocks.ts'
import { grass, umbrellaThorn } from '#tools/art/drawing/trees.ts'

type Frame = {
  width: number
  height: number
  /** Position of the sun as shares of the picture's width and height, and its radius in pixels. */
  sun: [number, number, number]
  /** Positions of the first and the last ridge, as shares of the height. */
  land: [number, number]
  rocks: [number, number]
  farTrees: [number, number][]
  thorns: [number, number, number][]
  hamlet: number
  sky: [number, string][]
}

const DUSK: [number, string][] = [
  [0, '#161d31'],
  [0.2, '#2b2f4a'],
  [0.36, '#54455f'],
  [0.47, '#935a58'],
  [0.56, '#d28a58'],
  [0.66, '#f4c179'],
]

/** Wide frame of the home page's scene. Text is on the left, so the sun, the rocks and the big thorn tree are on the right. */
export const HOME_WIDE: Frame = {
  width: 2400,
  height: 1350,
  sun: [0.628, 0.515, 78],
  land: [0.55, 0.93],
  rocks: [0.765, 1.14],
  farTrees: [
    [0.06, 0.62],
    [0.1, 0.8],
    [0.2, 0.55],
    [0.31, 0.7],
    [0.345, 0.5],
    [0.46, 0.6],
  ],
  thorns: [
    [0.945, 4.3, 4],
    [0.858, 1.7, 8],
    [0.03, 2.2, 6],
  ],
  hamlet: 0.5,
  sky: DUSK,
}

/** Frame of the home page's scene on phones. The title is in the sky, the rocks and the sun are on the lower right. */
export const HOME_PHONE: Frame = {
  width: 840,
  height: 560,
  sun: [0.645, 0.6, 30],
  land: [0.66, 0.98],
  rocks: [0.79, 0.7],
  farTrees: [
    [0.06, 0.3],
    [0.17, 0.36],
    [0.3, 0.26],
    [0.4, 0.3],
  ],
  thorns: [
    [0.955, 1.5, 4],
    [0.03, 1, 6],
  ],
  hamlet: 0.47,
  sky: DUSK,
}

/** Tall frame of the home page's scene for tablets. Text fills the upper two thirds, so the land is low and the sky stays dark. */
export const HOME_TALL: Frame = {
  width: 800,
  height: 1400,
  sun: [0.36, 0.722, 46],
  land: [0.7, 0.955],
  rocks: [0.71, 0.62],
  farTrees: [
    [0.08, 0.42],
    [0.2, 0.55],
    [0.31, 0.4],
    [0.5, 0.36],
  ],
  thorns: [
    [0.1, 2.1, 4],
    [0.93, 1.1, 8],
  ],
  hamlet: 0.42,
  sky: [
    [0, '#141b2e'],
    [0.3, '#242a45'],
    [0.47, '#453d59'],
    [0.58, '#7d5158'],
    [0.66, '#c17c55'],
    [0.74, '#eeb873'],
  ],
}

const LAYERS = ['#b87a62', '#96605b', '#6d4a55', '#453849', '#2a2a3d', '#161c2c'] as const
const MIST = '#e9a873'

export function homeScene(frame: Frame): string {
  const {
    width: w,
    height: h,
    sun: [sx, sy, sr],
  } = frame
  const [sunX, sunY] = [w * sx, h * sy]
  const { defs, veil } = finish(w, h)
  const sky = frame.sky.map(([offset, color]) => stop(offset, color))
  const fills = LAYERS.map((color, i) => gradient(`l${i}`, [stop(0, color), stop(1, mix(color, MIST, 0.5 * (1 - i / 4.2) ** 1.4 || 0))]))
  const ridges = LAYERS.map((_, i) => {
    const k = i / (LAYERS.length - 1)
    const base = h * (frame.land[0] + (frame.land[1] - frame.land[0]) * k ** 1.15)
    const unit = Math.min(w, h * 1.4) / 2000
    // Bare granite domes in the distance; a rocky hill carries the balancing rocks.
    const domes =
      i === 3
        ? [{ x: w * frame.rocks[0], width: 430 * frame.rocks[1], height: 74 * frame.rocks[1] }]
        : i === 0
          ? [
              { x: w * 0.9, width: 150 * unit, height: 84 * unit },
              { x: w * 0.16, width: 190 * unit, height: 60 * unit },
            ]
          : i === 1
            ? [{ x: w * 0.33, width: 120 * unit, height: 58 * unit }]
            : []
    return ridge({
      width: w,
      floor: h,
      base,
      rise: h * (0.022 + k * 0.012) * (w > h ? 1.25 : 0.8),
      seed: 40 + i * 7,
      rough: 1.15 + k * 0.3,
      domes,
    })
  })
  const layers = ridges.map((line, i) =>
    sheet({
      area: line.area,
      fill: `url(#l${i})`,
      lift: h * 0.006,
      dark: i === 0 ? 0.12 : 0.42,
      on: rim(line.edge, i) + standing(i, line.at),
      behind: i === 3 ? rocks(line.at) : '',
    }),
  )

  function standing(i: number, at: (x: number) => number): string {
    if (i === 2)
      return `<g fill="${mix(LAYERS[2], LAYERS[3], 0.35)}">${frame.farTrees.map(([x, size], t) => umbrellaThorn(w * x, at(w * x) + 3, size, t + 3)).join('')}</g>${hamlet(w * frame.hamlet, at)}`
    if (i === 3) return ''
    if (i === 5)
      return `<g fill="${LAYERS[5]}">${frame.thorns.map(([x, size, seed]) => umbrellaThorn(w * x, at(w * x) + 8, size, seed)).join('')}${grass({ from: -20, to: w + 20, at, tall: h * 0.034, count: Math.round(w / 7), seed: 5 })}</g>`
    return ''
  }
  function rocks(at: (x: number) => number): string {
    const [x, size] = [w * frame.rocks[0], frame.rocks[1]]
    return balancingRocks({ x, y: at(x) + 34 * size, size, fill: 'url(#stone)', edge: '#d98f63' })
  }
  /** Draws sunlight along an edge; it fades with distance. */
  function rim(edge: string, i: number): string {
    return `<path d="${edge}" fill="none" stroke="url(#rim)" stroke-width="${n(h * 0.0022)}" opacity="${n(0.9 - i * 0.13)}"/>`
  }
  /** Draws two round kitchen huts with a lamp in one door. */
  function hamlet(x: number, at: (x: number) => number): string {
    const s = w > h ? 1 : 0.62
    const hut = (dx: number, k: number) =>
      `<path d="M${n(-17 * k)} 4V${n(-14 * k)}H${n(17 * k)}V4Z M${n(-25 * k)} ${n(-12 * k)}Q${n(-6 * k)} ${n(-24 * k)} 0 ${n(-38 * k)}Q${n(6 * k)} ${n(-24 * k)} ${n(25 * k)} ${n(-12 * k)}Z" transform="translate(${dx} 0)"/>`
    return `<g transform="translate(${n(x)} ${n(at(x) + 4)}) scale(${s})" fill="${mix(LAYERS[2], LAYERS[3], 0.6)}">${hut(0, 1)}${hut(52, 0.8)}<path d="M-4 4V-9Q0 -13 4 -9V4Z" fill="#ffcf7d"/></g>`
  }

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-80 0 ${w + 160} ${h}" width="${w + 160}" height="${h}"><defs>${defs}${fills.join('')}
${gradient('sky', sky)}${gradient('stone', [stop(0, '#54424f'), stop(1, '#332c40')])}
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${n(sunX)}" cy="${n(sunY)}" r="${n(Math.max(w, h) * 0.42)}"><stop offset="0" stop-color="#fff0c4" stop-opacity=".95"/><stop offset=".1" stop-color="#ffd58c" stop-opacity=".62"/><stop offset=".3" stop-color="#e08f56" stop-opacity=".3"/><stop offset=".62" stop-color="#a04a55" stop-opacity=".1"/><stop offset="1" stop-color="#5a2a55" stop-opacity="0"/></radialGradient>
<radialGradient id="rim" gradientUnits="userSpaceOnUse" cx="${n(sunX)}" cy="${n(sunY)}" r="${n(Math.max(w, h) * 0.5)}"><stop offset="0" stop-color="#ffe7b0"/><stop offset=".35" stop-color="#ffc98a" stop-opacity=".6"/><stop offset="1" stop-color="#d98f66" stop-opacity=".12"/></radialGradient></defs>
<rect x="-80" width="${w + 160}" height="${h}" fill="url(#sky)"/>${clouds(frame)}<rect x="-80" width="${w + 160}" height="${h}" fill="url(#glow)" style="mix-blend-mode:screen"/><circle cx="${n(sunX)}" cy="${n(sunY)}" r="${sr}" fill="#fff6dd"/>
${birds(frame)}${layers.join('\n')}${veil}</svg>`
}

/** Draws clouds as long strips of cut paper that catch the light from below. */
function clouds({ width: w, height: h, sun, sky }: Frame): string {
  const strip = (x: number, y: number, half: number, tall: number, opacity: number) =>
    `<path d="M${n(x - half)} ${n(y)}C${n(x - half * 0.5)} ${n(y - tall)} ${n(x - half * 0.2)} ${n(y - tall * 0.2)} ${n(x + half * 0.1)} ${n(y - tall * 0.9)}S${n(x + half * 0.7)} ${n(y - tall * 0.1)} ${n(x + half)} ${n(y)}C${n(x + half * 0.4)} ${n(y + tall * 0.25)} ${n(x - half * 0.5)} ${n(y + tall * 0.2)} ${n(x - half)} ${n(y)}Z" opacity="${opacity}"/>`
  const [x, y] = [w * sun[0], h * sun[1]]
  const wide = Math.min(w, h * 1.2)
  return `<g fill="${sky[3]?.[1] ?? '#935a58'}">${strip(x + wide * 0.36, y - h * 0.11, wide * 0.34, h * 0.02, 0.75)}${strip(x - wide * 0.44, y - h * 0.075, wide * 0.3, h * 0.016, 0.6)}</g><g fill="#f2b277">${strip(x + wide * 0.16, y - h * 0.052, wide * 0.24, h * 0.012, 0.5)}${strip(x - wide * 0.2, y - h * 0.03, wide * 0.2, h * 0.009, 0.45)}</g>`
}

function birds({ width: w, height: h, sun }: Frame): string {
  const s = w > h ? 1 : 0.7
  // Birds are placed beside the text, over the rocks, because on a tablet the text reaches further down than on a phone.
  const aside = w > h ? 0 : 250
  const bird = (dx: number, dy: number, k: number) =>
    `<path d="M${n(w * sun[0] + dx * s + aside)} ${n(h * sun[1] + dy * s)}q${n(6 * k)} ${n(-9 * k)} ${n(15 * k)} ${n(-1 * k)}q${n(8 * k)} ${n(-9 * k)} ${n(15 * k)} ${n(-2 * k)}q${n(-9 * k)} ${n(-3 * k)} ${n(-15 * k)} ${n(6 * k)}q${n(-7 * k)} ${n(-7 * k)} ${n(-15 * k)} ${n(-3 * k)}Z"/>`
  return `<g fill="#4a3547">${bird(140, -118, 1.1 * s)}${bird(192, -142, 0.9 * s)}${bird(216, -104, 0.75 * s)}</g>`
}
