import { type Colors, CREAM } from './palette.ts'
import { finish, gradient, mix, n, ridge, sheet, stop } from './paper.ts'
import { grass } from './trees.ts'

export type Frame = {
  width: number
  height: number
  /** Position and size of the motif; x is the middle of its foot. */
  x: number
  size: number
  /** Positions of the first and the last ridge, as shares of the height. */
  land: [number, number]
}

/** Wide frame of a scene, whose left half stays plain for the title. */
export const WIDE: Frame = { width: 2400, height: 1350, x: 1730, size: 1.1, land: [0.6, 0.95] }

/**
 * Frame of a scene on phones: the sky is behind the title, the motif is on the lower right, and the land on the left stays plain for a
 * line of text.
 */
export const PHONE: Frame = { width: 840, height: 560, x: 612, size: 0.44, land: [0.68, 1] }

/** Frame of a scene on a card, with a large motif in the middle. */
export const CARD: Frame = { width: 800, height: 480, x: 400, size: 0.56, land: [0.62, 1] }

export type Motif = {
  colors: Colors
  seed: number
  /** Position and look of the sun or the moon, relative to the foot of the motif. */
  light: { dx: number; dy: number; radius: number; fill: string; glow: string }
  /** Colors of the four ridges from far to near; the colors of the program by default. */
  ridges?: string[]
  /** Color of lines along the ridges, as on writing paper. */
  ruled?: string
  /** Color that darkens the half of the picture without the motif, where the ridges are pale. */
  shade?: string
  sky?: (frame: Frame, horizon: number) => string
  /** SVG of the motif on the third ridge, with its foot at 0,0, about 900 wide and 560 tall. */
  stands: string
  /** Drawing over all ridges, in pixels of the picture. */
  over?: (frame: Frame, at: (x: number) => number) => string
}

/** Draws a landscape of four ridges under a sky, with the motif on the third ridge. */
export function landscape(motif: Motif, frame: Frame): string {
  const { colors: c } = motif
  const { width: w, height: h, x, size } = frame
  const { defs, veil } = finish(w, h)
  const night = mix(c.deep, '#0d1220', 0.5)
  const fills = motif.ridges ?? [mix(c.mid, c.bright, 0.45), c.mid, mix(c.mid, c.deep, 0.75), night]
  const lines = fills.map((_, i) => {
    const k = i / 3
    return ridge({
      width: w,
      floor: h,
      base: h * (frame.land[0] + (frame.land[1] - frame.land[0]) * k),
      rise: h * 0.026 * (w > h ? 1.3 : 0.8),
      seed: motif.seed + i * 9,
      domes: i === 2 ? [{ x, width: 480 * size, height: 46 * size }] : [],
    })
  })
  const third = (lines[2] as (typeof lines)[number]).at
  const foot = third(x) + 12 * size
  const [lightX, lightY] = [x + motif.light.dx * size, foot + motif.light.dy * size]
  const all = `x="-80" width="${w + 160}" height="${h}"`
  const layers = lines.map((line, i) => {
    const rules = motif.ruled
      ? [1, 2, 3, 4]
          .map(
            (l) =>
              `<path d="${line.edge}" transform="translate(0 ${n(l * h * 0.026)})" fill="none" stroke="${motif.ruled}" stroke-width="${n(h * 0.0018)}" opacity=".55"/>`,
          )
          .join('')
      : ''
    const stands = i === 2 ? `<g transform="translate(${n(x)} ${n(foot)}) scale(${size})">${motif.stands}</g>` : ''
    const tufts =
      i === 3 && !motif.ruled
        ? `<g fill="${fills[3]}">${grass({ from: -20, to: w + 20, at: line.at, tall: h * 0.03, count: Math.round(w / 8), seed: motif.seed })}</g>`
        : ''
    return sheet({
      area: line.area,
      fill: `url(#l${i})`,
      lift: h * 0.006,
      dark: i ? 0.42 : 0.16,
      behind: stands,
      on: `<path d="${line.edge}" fill="none" stroke="url(#rim)" stroke-width="${n(h * 0.002)}" opacity="${n(0.9 - i * 0.2)}"/>${rules}${tufts}`,
    })
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-80 0 ${w + 160} ${h}" width="${w + 160}" height="${h}"><defs>${defs}
${gradient('sky', [stop(0, night), stop(0.3, c.deep), stop(0.52, c.mid), stop(frame.land[0] + 0.04, mix(c.bright, c.pale, 0.25))])}${fills
  .map((fill, i) => gradient(`l${i}`, [stop(0, fill), stop(1, mix(fill, i < 3 ? c.bright : fill, 0.22))]))
  .join('')}
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${n(lightX)}" cy="${n(lightY)}" r="${n(Math.max(w, h) * 0.36)}"><stop offset="0" stop-color="${CREAM}" stop-opacity=".8"/><stop offset=".12" stop-color="${motif.light.glow}" stop-opacity=".5"/><stop offset=".45" stop-color="${motif.light.glow}" stop-opacity=".13"/><stop offset="1" stop-color="${motif.light.glow}" stop-opacity="0"/></radialGradient>
<radialGradient id="rim" gradientUnits="userSpaceOnUse" cx="${n(lightX)}" cy="${n(lightY)}" r="${n(Math.max(w, h) * 0.5)}"><stop offset="0" stop-color="#fff0cc"/><stop offset=".4" stop-color="${c.pale}" stop-opacity=".55"/><stop offset="1" stop-color="${c.pale}" stop-opacity=".12"/></radialGradient></defs>
<rect ${all} fill="url(#sky)"/><rect ${all} fill="url(#glow)" style="mix-blend-mode:screen"/><circle cx="${n(lightX)}" cy="${n(lightY)}" r="${n(motif.light.radius * size)}" fill="${motif.light.fill}"/>${motif.sky?.(frame, h * frame.land[0]) ?? ''}
${layers.join('\n')}${motif.over?.(frame, third) ?? ''}${
  motif.shade && w > h
    ? `${gradient(
        'shade',
        [stop(0, motif.shade, 0.86), stop(0.36, motif.shade, 0.66), stop(0.58, motif.shade, 0)],
        'x1="0" x2="1" y1="0" y2="0"',
      )}<rect ${all} fill="url(#shade)"/>`
    : ''
}${veil}</svg>`
}
