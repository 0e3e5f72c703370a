import type { Scene } from './art.ts'
import { type Program, programColours } from './program-colours.ts'
import { sceneOf } from './scene-of.ts'

const addresses = import.meta.glob<string>('./programs/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

/** A scene for each program, by its slug. Apart from the rest of the art, since only the program pages need them. */
export const programArt = Object.fromEntries(
  (Object.keys(programColours) as Program[]).map((program) => [program, sceneOf(addresses, `./programs/${program}`)]),
) as Record<Program, Scene>
