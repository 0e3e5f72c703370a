import { along, n, type Point, seeded } from './paper.ts'

/** Draws a limb of a tree that thins out and bends towards the light at its end. */
function limb(from: Point, to: Point, thick: number, bow: number, thin = thick * 0.45): string {
  const [mx, my] = [from[0] + (to[0] - from[0]) * 0.62 + bow, from[1] + (to[1] - from[1]) * 0.42]
  return `<path d="M${n(from[0] - thick)} ${n(from[1])}Q${n(mx - thick * 0.7)} ${n(my)} ${n(to[0] - thin)} ${n(to[1])}L${n(to[0] + thin)} ${n(to[1])}Q${n(mx + thick * 0.8)} ${n(my + thick * 0.4)} ${n(from[0] + thick)} ${n(from[1])}Z"/>`
}

/** Draws a flat cloud of leaves of a tree: a low lens with loose leaves at its rim. */
function pad(x: number, y: number, half: number, tall: number, seed: number): string {
  const chance = seeded(seed)
  const bumps = Math.max(9, Math.round(half / 3.4))
  const outline = (sign: number, depth: number): Point[] =>
    Array.from({ length: bumps + 1 }, (_, i) => {
      const u = (i / bumps) * 2 - 1
      return [x + u * half * sign, y - (1 - Math.abs(u) ** 2.2) * depth * (0.78 + chance() * 0.4)]
    })
  const upper = outline(1, tall)
  const lower = outline(-1, -tall * 0.16)
  const [first, last] = [upper[0] as Point, upper[bumps] as Point]
  let leaves = ''
  for (let i = 0; i < bumps * 2.2; i++) {
    const u = chance() * 2 - 1
    const rise = (1 - Math.abs(u) ** 2.2) * tall * (chance() > 0.3 ? 0.75 + chance() * 0.42 : -0.24)
    const rx = 1.6 + chance() * 4.4
    leaves += `<ellipse cx="${n(x + u * half * 1.03)}" cy="${n(y - rise)}" rx="${n(rx)}" ry="${n(0.8 + chance() * 1.4)}"/>`
  }
  return `<path d="M${n(first[0])} ${n(first[1])}${along(upper)}${along([last, ...lower])}Z"/>${leaves}`
}

/** Draws an umbrella thorn tree with its foot at 0,0, about 150 wide and 100 tall: flat clouds of leaves on forked limbs. */
export function umbrellaThorn(x: number, y: number, size: number, seed: number): string {
  const chance = seeded(seed)
  const wobble = (reach: number) => (chance() - 0.5) * reach
  const lean = wobble(14)
  const fork: Point = [lean * 0.35, -30 + wobble(10)]
  const mains: Point[] = [
    [-27 + lean + wobble(8), -56 + wobble(6)],
    [3 + lean + wobble(10), -62 + wobble(8)],
    [29 + lean + wobble(8), -54 + wobble(6)],
  ]
  const twigs = mains.flatMap(([mx, my], i) =>
    [-1, 1].map((side): [Point, Point] => [
      [mx, my],
      [mx + (side * (11 + chance() * 8) + (i - 1) * 8), -76 - (1 - Math.abs(i - 1)) * 8 + wobble(6)],
    ]),
  )
  const wood = [
    limb([0, 6], [fork[0], fork[1] - 2], 4.4, lean * 0.25, 3),
    ...mains.map((tip, i) => limb([fork[0] + (i - 1) * 1.2, fork[1] + 3], tip, 2.3, (i - 1) * 7, 1.4)),
    ...twigs.map(([from, to], i) => limb([from[0], from[1] + 1], to, 1.3, i % 2 ? 3 : -3, 0.6)),
  ]
  const leaves = [
    pad(-41 + lean, -71 + wobble(5), 33 + wobble(8), 9, seed + 1),
    pad(42 + lean, -69 + wobble(5), 36 + wobble(10), 10, seed + 2),
    pad(-10 + lean, -78 + wobble(4), 44 + wobble(8), 12, seed + 3),
    pad(20 + lean, -85 + wobble(4), 36 + wobble(8), 10, seed + 4),
  ]
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${Math.round(size * 1000) / 1000})">${wood.join('')}${leaves.join('')}</g>`
}

/** Draws tufts of grass along an edge, all bent by the same wind. */
export function grass(options: { from: number; to: number; at: (x: number) => number; tall: number; count: number; seed: number }): string {
  const { from, to, at, tall, count, seed } = options
  const chance = seeded(seed)
  const tufts = Array.from({ length: Math.max(4, Math.round(count / 14)) }, () => ({
    x: from + (to - from) * chance(),
    size: 0.5 + chance() * 0.7,
  }))
  let path = ''
  for (let i = 0; i < count; i++) {
    const tuft = tufts[Math.floor(chance() * tufts.length)]
    if (!tuft) continue
    const x = tuft.x + (chance() - 0.5) * tall * 1.5
    const height = tall * tuft.size * (0.4 + chance() * 0.7)
    const sway = (x - tuft.x) * 0.5 + height * 0.16
    const y = at(x) + tall * 0.2
    const half = tall * 0.03
    path += `M${n(x - half)} ${n(y)}Q${n(x)} ${n(y - height * 0.6)} ${n(x + sway)} ${n(y - height)}Q${n(x + half * 2)} ${n(y - height * 0.5)} ${n(x + half)} ${n(y)}Z`
  }
  return `<path d="${path}"/>`
}
