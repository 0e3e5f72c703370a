import { type Frame, PROGRAM_WIDE, programScene } from '#art/drawing/scene.ts'
import { pictures, raster, TALL_WIDTHS, WIDE_WIDTHS } from './hero.ts'
import { pageMotifs } from './page-motifs.ts'

const PAGE_WIDE: Frame = { ...PROGRAM_WIDE, size: 1.02 }
/** Lower and smaller than a program's, for on a phone the words of these pages reach further down. */
const PAGE_TALL: Frame = { width: 800, height: 1400, x: 470, size: 0.54, land: [0.8, 0.98] }

/** A scene of its own for each page that is no program, or only for those named. */
export async function makePages(only: string[]): Promise<void> {
  for (const [name, motif] of Object.entries(pageMotifs)) {
    if (only.length && !only.includes(name)) continue
    await pictures(await raster(programScene(motif, PAGE_WIDE), PAGE_WIDE), `pages/${name}-wide`, WIDE_WIDTHS)
    await pictures(await raster(programScene(motif, PAGE_TALL), PAGE_TALL), `pages/${name}-tall`, TALL_WIDTHS)
  }
}
