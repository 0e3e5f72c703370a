import type { Program, programColours } from '#site/art/program-colours.ts'

export type Colours = (typeof programColours)[Program]

/** The lamp's light, the same in every picture. */
export const LAMP = '#f2b445'
export const CREAM = '#fbefd9'
