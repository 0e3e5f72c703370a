import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { screenshot, withChromium } from '#tools/art/chromium.ts'

/** Draws all pictures, or only the named ones, into `demo/files/<folder>/<slug>.webp`. */
export async function savePictures(
  folder: 'covers' | 'episodes' | 'authors',
  drawings: Record<string, () => string>,
  size: { width: number; height: number },
  only: string[],
): Promise<void> {
  const out = new URL(`../../../demo/files/${folder}/`, import.meta.url).pathname
  await mkdir(out, { recursive: true })
  await withChromium(async (browser) => {
    for (const [slug, draw] of Object.entries(drawings)) {
      if (only.length && !only.includes(slug)) continue
      const png = await screenshot(browser, draw(), size)
      await sharp(png).webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(`${out}${slug}.webp`)
    }
  })
}
