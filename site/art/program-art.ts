import type { Drawing, Scene } from './art.ts'
import { type Program, programColours } from './program-colours.ts'

const addresses = import.meta.glob<string>('./programs/*.{avif,webp}', { eager: true, query: '?url', import: 'default' })

function drawing(program: Program, shape: keyof Scene, size: { width: number; height: number }, widths: number[]): Drawing {
  const sources = (type: 'avif' | 'webp') =>
    widths.map((width) => {
      const src = addresses[`./programs/${program}-${shape}-${width}.${type}`]
      if (!src) throw new Error(`site/art/programs has no ${program}-${shape}-${width}.${type}; run demo/generate/main.ts programs.`)
      return { src, width }
    })
  return { ...size, avif: sources('avif'), webp: sources('webp') }
}

/** A scene for each program, by its slug. Apart from the rest of the art, since only the program pages need them. */
export const programArt = Object.fromEntries(
  (Object.keys(programColours) as Program[]).map((program) => [
    program,
    {
      wide: drawing(program, 'wide', { width: 2400, height: 1350 }, [640, 960, 1440, 2400]),
      tall: drawing(program, 'tall', { width: 800, height: 1400 }, [480, 800]),
    },
  ]),
) as Record<Program, Scene>
