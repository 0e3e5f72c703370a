import type { Program, programColours } from '#site/art/program-colours.ts'

export type Colours = Record<keyof (typeof programColours)[Program], string>

/** Color of lamp light, the same in every picture. */
export const LAMP = '#f2b445'
export const CREAM = '#fbefd9'
