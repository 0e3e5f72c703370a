import { mark } from '#tools/art/drawing/logo.ts'

export const WIDTH = 1000
export const HEIGHT = 1500

/** SVG filters for the shadows of cut paper, a deep and a shallow one; used with filter="url(#cut)" or url(#near). */
const FILTERS = `<filter id="cut" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="9" stdDeviation="13" flood-color="#0a0d18" flood-opacity=".38"/></filter><filter id="near" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="4" stdDeviation="5" flood-color="#0a0d18" flood-opacity=".32"/></filter><filter id="tooth" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="3" seed="11"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 .55 0"/></filter>`

/** Composes a cover: background, drawing, paper grain over both, then the lettering without grain. */
export function frame(options: {
  ground: string
  drawing: string
  type: string
  defs?: string
  width?: number
  height?: number
  tooth?: number
}): string {
  const { ground, drawing, type, defs = '', width = WIDTH, height = HEIGHT, tooth = 0.2 } = options
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" style="display:block"><defs>${FILTERS}${defs}</defs><rect width="${width}" height="${height}" fill="${ground}"/>${drawing}<rect width="${width}" height="${height}" filter="url(#tooth)" opacity="${tooth}" style="mix-blend-mode:overlay"/>${type}</svg>`
}

/** Draws the publisher's mark in one color, for spines and covers. */
export function colophon(x: number, y: number, size: number, color: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 64})">${mark(color, { left: color, right: color })}</g>`
}

type Style = {
  x: number
  y: number
  size: number
  fill: string
  lead?: number
  weight?: number
  face?: 'Fraunces' | 'Source Sans'
  italic?: boolean
  anchor?: 'start' | 'middle' | 'end'
  track?: number
  /** Axes of the variable font Fraunces: rounded ends, and the slanted forms of an old-style face. */
  soft?: number
  wonk?: 0 | 1
  turn?: number
}

/** Draws lines of text below each other from the first baseline. */
export function lettering(lines: string | string[], style: Style): string {
  const { x, y, size, fill, lead = size, anchor = 'start', turn = 0 } = style
  const { face = 'Fraunces', weight = 500, italic = false, soft = 30, wonk = 0 } = style
  const track = style.track ?? (face === 'Fraunces' ? -size * 0.018 : 0)
  const axes = face === 'Fraunces' ? `font-variation-settings:'SOFT' ${soft},'WONK' ${wonk};` : ''
  const spin = turn ? ` transform="rotate(${turn} ${x} ${y})"` : ''
  return `<g fill="${fill}" text-anchor="${anchor}"${spin} style="font:${italic ? 'italic ' : ''}${weight} ${size}px '${face}';letter-spacing:${track}px;${axes}">${[
    lines,
  ]
    .flat()
    .map((line, i) => `<text x="${x}" y="${y + i * lead}">${line}</text>`)
    .join('')}</g>`
}

/** Draws the name of an author or host in the sans-serif typeface, slightly letterspaced. */
export function byline(
  name: string,
  style: { x: number; y: number; fill: string; anchor?: Style['anchor']; size?: number; caps?: boolean },
): string {
  const { size = 40, caps = false, ...rest } = style
  return lettering(caps ? name.toUpperCase() : name, {
    ...rest,
    size: caps ? size * 0.82 : size,
    face: 'Source Sans',
    weight: 560,
    track: caps ? size * 0.13 : size * 0.02,
  })
}
