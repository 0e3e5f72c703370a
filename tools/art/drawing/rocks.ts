import { closed, n, type Point, seeded } from './paper.ts'

type Boulder = { x: number; y: number; rx: number; ry: number; seed: number; tilt?: number; square?: number }

/** Draws a block of granite, which weathers to a rounded shape: a superellipse with some randomness. */
function boulder({ x, y, rx, ry, seed, tilt = 0, square = 2.7 }: Boulder): string {
  const chance = seeded(seed)
  const points: Point[] = Array.from({ length: 14 }, (_, i) => {
    const angle = (i / 14) * 2 * Math.PI
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const reach = (Math.abs(c) ** square + Math.abs(s) ** square) ** (-1 / square) * (0.95 + chance() * 0.1)
    return [x + c * reach * rx, y + s * reach * ry]
  })
  const turn = tilt ? ` transform="rotate(${tilt} ${n(x)} ${n(y)})"` : ''
  return `<path d="${closed(points)}"${turn}/>`
}

/** A stack of balancing rocks, as at Epworth. Its foot is at 0,0; about 400 wide and 430 tall. */
const STACK: Boulder[] = [
  { x: 196, y: -22, rx: 74, ry: 46, seed: 17, tilt: -6 },
  { x: -128, y: -40, rx: 136, ry: 80, seed: 5, tilt: 3, square: 3.2 },
  { x: 104, y: -34, rx: 128, ry: 70, seed: 9, tilt: -5, square: 3.2 },
  { x: -22, y: -150, rx: 94, ry: 66, seed: 12, tilt: -3, square: 3.8 },
  { x: 108, y: -128, rx: 44, ry: 38, seed: 43, tilt: 12, square: 3 },
  { x: 12, y: -256, rx: 150, ry: 50, seed: 28, tilt: 4, square: 3.3 },
  { x: -30, y: -344, rx: 76, ry: 46, seed: 33, tilt: -8, square: 3.6 },
  { x: -6, y: -408, rx: 38, ry: 25, seed: 38, tilt: 9, square: 3 },
]

/** Draws a stack of balancing rocks, lit from the left: a warm sheet is visible as a crescent where the dark sheet is cut back. */
export function balancingRocks(options: { x: number; y: number; size: number; fill: string; edge: string; id?: string }): string {
  const { x, y, size, fill, edge, id = 'rock' } = options
  const blocks = STACK.map((block, i) => {
    const shape = boulder(block)
    const shade = Math.min(block.rx, block.ry) * 0.16
    return `<clipPath id="${id}${i}">${shape}</clipPath><g clip-path="url(#${id}${i})"><g fill="${fill}">${shape}</g><g fill="${edge}" opacity="${n(1 - (i < 3 ? 0.45 : i < 5 ? 0.2 : 0))}">${shape}</g><g fill="${fill}" transform="translate(${n(shade * 0.75)} ${n(shade * 0.5)})">${shape}</g></g>`
  })
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${size})">${blocks.join('')}</g>`
}
