/** Drawing tools for pictures of cut paper: seeded randomness, smooth edges, ridges, and sheets that cast a shadow. */

export type Point = readonly [number, number]

/** Returns a random generator. The same seed always gives the same drawing, so that committed files can be reproduced. */
export function seeded(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Rounds to a tenth, for coordinates in SVG. */
export const n = (value: number) => String(Math.round(value * 10) / 10)

/** Returns a closed curve through all points (Catmull–Rom as cubic Béziers). */
export function closed(points: Point[], tension = 1): string {
  const at = (index: number) => points[(index + points.length) % points.length] as Point
  let path = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let i = 0; i < points.length; i++) path += bend(at(i - 1), at(i), at(i + 1), at(i + 2), tension)
  return `${path}Z`
}

/** Returns an open curve through all points, without its initial move command. */
export function along(points: Point[], tension = 1): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] as Point
  let path = ''
  for (let i = 0; i < points.length - 1; i++) path += bend(at(i - 1), at(i), at(i + 1), at(i + 2), tension)
  return path
}

function bend(a: Point, b: Point, c: Point, d: Point, tension: number): string {
  const k = tension / 6
  return `C${n(b[0] + (c[0] - a[0]) * k)} ${n(b[1] + (c[1] - a[1]) * k)} ${n(c[0] - (d[0] - b[0]) * k)} ${n(c[1] - (d[1] - b[1]) * k)} ${n(c[0])} ${n(c[1])}`
}

export type Ridge = { area: string; edge: string; at: (x: number) => number }

/** Draws a skyline: a few sine waves of decreasing height, and broad domes at the positions in `domes`. */
export function ridge(options: {
  width: number
  floor: number
  base: number
  rise: number
  seed: number
  waves?: number
  rough?: number
  domes?: { x: number; width: number; height: number }[]
}): Ridge {
  const { width, floor, base, rise, seed, waves = 5, rough = 1.3, domes = [] } = options
  const chance = seeded(seed)
  const parts = Array.from({ length: waves }, (_, i) => ({
    height: rise / (i + 1) ** rough,
    pace: ((0.8 + chance() * 1.4) * (i + 1) * 1.5 * Math.PI) / width,
    start: chance() * 6.283,
  }))
  const at = (x: number) => {
    let y = base
    for (const part of parts) y += part.height * Math.sin(x * part.pace + part.start)
    for (const dome of domes) y -= dome.height * Math.exp(-(((x - dome.x) / dome.width) ** 4))
    return y
  }
  const step = width / 120
  const points: Point[] = []
  // The ridge extends well past both sides, so that a blurred shadow doesn't thin out at the edge of the picture.
  const [left, right] = [-8 * step, width + 8 * step]
  for (let x = left; x <= right; x += step) points.push([x, at(x)])
  const edge = `M${n(left)} ${n(at(left))}${along(points)}`
  return { area: `${edge}V${n(floor + 99)}H${n(left)}Z`, edge, at }
}

/** Mixes two #rrggbb colors; a share of 0 gives the first color. */
export function mix(from: string, to: string, share: number): string {
  const part = (color: string, i: number) => Number.parseInt(color.slice(1 + i * 2, 3 + i * 2), 16)
  const hex = [0, 1, 2].map((i) => Math.round(part(from, i) + (part(to, i) - part(from, i)) * share))
  return `#${hex.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Draws a sheet of paper: its shadow on the layer behind, the sheet itself, then its content. */
export function sheet(options: { area: string; fill: string; lift?: number; dark?: number; on?: string; behind?: string }): string {
  const { area, fill, lift = 10, dark = 0.42, on = '', behind = '' } = options
  return `<g filter="url(#lift)" opacity="${dark}"><path d="${area}" transform="translate(0 ${-lift})" fill="#0b0f1a"/></g>${behind}<path d="${area}" fill="${fill}"/>${on}`
}

/** Returns the SVG blur and grain that all pictures share; grain prevents banding in wide gradients. */
export function finish(width: number, height: number, grain = 0.16): { defs: string; veil: string } {
  return {
    defs: `<filter id="lift" x="-5%" y="-20%" width="110%" height="140%"><feGaussianBlur stdDeviation="${n(width / 130)}"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .5 0"/></filter>`,
    veil: `<rect x="-80" width="${width + 160}" height="${height}" filter="url(#grain)" opacity="${grain}" style="mix-blend-mode:overlay"/>`,
  }
}

export function gradient(id: string, stops: string[], direction = 'x1="0" y1="0" x2="0" y2="1"'): string {
  return `<linearGradient id="${id}" ${direction}>${stops.join('')}</linearGradient>`
}

export function stop(offset: number, color: string, opacity?: number): string {
  return `<stop offset="${offset}" stop-color="${color}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`
}
