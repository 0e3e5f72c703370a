/** Draws a woman cut from two or three pieces of paper, with her foot at 0,0. */

export function woman(options: {
  x: number
  y?: number
  size?: number
  dress: string
  wrap: string
  skin?: string
  load?: string
  trim?: string
}): string {
  const { x, y = 0, size = 1, dress, wrap, skin = '#3f2219', load = '', trim = wrap } = options
  return `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-22 -214C-34 -160 -62 -70 -78 0C-40 12 44 12 82 0C60 -70 36 -160 24 -214Z" fill="${dress}"/><path d="M-74 -16C-40 -4 44 -4 78 -16L82 0C44 12 -40 12 -78 0Z" fill="${trim}"/><path d="M-26 -216C-30 -262 28 -264 30 -216L22 -150H-20Z" fill="${dress}"/><path d="M-24 -212C-44 -180 -46 -150 -34 -112L-24 -118C-32 -148 -28 -170 -12 -196Z" fill="${skin}"/>${load ? `<path d="M22 -214C44 -236 50 -276 40 -322L28 -318C34 -280 28 -250 10 -230Z" fill="${skin}"/>` : `<path d="M26 -212C46 -180 48 -150 36 -112L26 -118C34 -148 30 -170 14 -196Z" fill="${skin}"/>`}<path d="M-9 -244H11V-268H-9Z" fill="${skin}"/><circle cx="2" cy="-286" r="27" fill="${skin}"/><path d="M-26 -288C-34 -330 38 -332 30 -288C14 -304 -10 -304 -26 -288Z" fill="${wrap}"/><circle cx="-20" cy="-314" r="13" fill="${wrap}"/>${load}</g>`
}

/** Draws a basket carried on the head. */
export function basket(fill: string, inside: string): string {
  return `<g transform="translate(2 -318)"><g fill="${inside}"><circle cx="-26" cy="-34" r="18"/><circle cx="4" cy="-42" r="20"/><circle cx="32" cy="-34" r="18"/></g><path d="M-58 -34H62L46 4H-42Z" fill="${fill}"/><path d="M-54 -22H58M-50 -10H52" stroke="#00000040" stroke-width="4"/></g>`
}

/** Draws a seated person looking to the right, or with `flip` to the left. */
export function seated(options: { x: number; y?: number; size?: number; coat: string; skin?: string; flip?: boolean }): string {
  const { x, y = 0, size = 1, coat, skin = '#3f2219', flip = false } = options
  return `<g transform="translate(${x} ${y}) scale(${flip ? -size : size} ${size})"><path d="M-34 0C-42 -60 -34 -112 -6 -124C22 -122 34 -96 32 -66L70 -58L78 0H58L52 -34L20 -30L18 0Z" fill="${coat}"/><circle cx="4" cy="-150" r="24" fill="${skin}"/><path d="M18 -92L56 -70L52 -60L10 -76Z" fill="${skin}"/></g>`
}

export function child(options: {
  x: number
  y?: number
  size?: number
  shirt: string
  legs: string
  skin?: string
  reach?: number
}): string {
  const { x, y = 0, size = 1, shirt, legs, skin = '#3f2219', reach = 1 } = options
  return `<g transform="translate(${x} ${y}) scale(${size * reach} ${size})"><path d="M-16 -74L-22 0H-8L2 -58L12 0H26L18 -74Z" fill="${legs}"/><path d="M-20 -136Q0 -150 20 -136L20 -66H-18Z" fill="${shirt}"/><path d="M16 -134L52 -186L62 -180L24 -112Z" fill="${skin}"/><path d="M-16 -134L-34 -84L-24 -80L-8 -116Z" fill="${skin}"/><circle cx="0" cy="-166" r="23" fill="${skin}"/></g>`
}
