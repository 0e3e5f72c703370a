import { pictures, raster, TALL_WIDTHS, WIDE_WIDTHS } from './hero.ts'
import { pageMotifs } from './pages/motifs.ts'
import { PROGRAM_TALL, PROGRAM_WIDE, programScene } from './programs/scene.ts'

/** A scene of its own for each page that is no program, or only for those named. */
export async function makePages(only: string[]): Promise<void> {
  for (const [name, motif] of Object.entries(pageMotifs)) {
    if (only.length && !only.includes(name)) continue
    await pictures(await raster(programScene(motif, PROGRAM_WIDE), PROGRAM_WIDE), `pages/${name}-wide`, WIDE_WIDTHS)
    await pictures(await raster(programScene(motif, PROGRAM_TALL), PROGRAM_TALL), `pages/${name}-tall`, TALL_WIDTHS)
  }
}
