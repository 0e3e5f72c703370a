import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { shoot, withChromium } from '#art/chromium.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { frame } from './covers/frame.ts'
import { monograms, SIZE } from './portrait-monograms.ts'

const OUT = new URL('../../demo/files/authors/', import.meta.url).pathname

/** Portraits for authors who have sent no photograph: initials, and something each of them would have on the table. */
export async function makePortraits(only: string[]): Promise<void> {
  await mkdir(OUT, { recursive: true })
  await withChromium(async (browser) => {
    for (const { slug } of demoCatalogue.authors) {
      const monogram = monograms[slug]
      if (!monogram || (only.length && !only.includes(slug))) continue
      const png = await shoot(browser, frame({ ...SIZE, ...monogram }), SIZE)
      await sharp(png).webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(`${OUT}${slug}.webp`)
    }
  })
}
