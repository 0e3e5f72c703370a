import { type Program, programColors } from './program-colors.ts'
import { type Scene, sceneOf } from './scene.ts'

const urls = import.meta.glob<string>('./programs/*', { eager: true, query: '?url', import: 'default' })

/** Scene of each program, by slug. */
export const programArt = Object.fromEntries(
  (Object.keys(programColors) as Program[]).map((program) => [program, sceneOf(urls, `./programs/${program}`)]),
) as Record<Program, Scene>
