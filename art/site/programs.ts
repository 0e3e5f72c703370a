import { PROGRAM_TALL, PROGRAM_WIDE, programScene } from '#art/drawing/scene.ts'
import { site } from '#site/site.ts'
import { pictures, raster, TALL_WIDTHS, WIDE_WIDTHS } from './hero.ts'
import { programMotifs } from './program-motifs.ts'

/** A scene of its own for every program, or only for those named. */
export async function makePrograms(only: string[]): Promise<void> {
  for (const { slug } of site.programs) {
    const motif = programMotifs[slug as keyof typeof programMotifs]
    if (!motif || (only.length && !only.includes(slug))) continue
    await pictures(await raster(programScene(motif, PROGRAM_WIDE), PROGRAM_WIDE), `programs/${slug}-wide`, WIDE_WIDTHS)
    await pictures(await raster(programScene(motif, PROGRAM_TALL), PROGRAM_TALL), `programs/${slug}-tall`, TALL_WIDTHS)
  }
}
