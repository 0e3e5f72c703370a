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
  /** Fraunces' own axes: rounded ends, and the leaning forms of an old-style face. */
  soft?: number
  wonk?: 0 | 1
  turn?: number
}

/** Lines of type, set one below another from the first baseline. */
export function lettering(lines: string | string[], style: Style): string {
  const {
    x,
    y,
    size,
    fill,
    lead = size,
    weight = 500,
    face = 'Fraunces',
    italic = false,
    anchor = 'start',
    soft = 30,
    wonk = 0,
    turn = 0,
  } = style
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

/** An author's or host's name in the sans, a little opened up. */
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
