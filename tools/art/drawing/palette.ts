import type { Program, programColors } from '#site/art/program-colors.ts'

export type Colors = Record<keyof (typeof programColors)[Program], string>

/** Color of lamp light, the same in every picture. */
export const LAMP = '#f2b445'
export const CREAM = '#fbefd9'
