import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { shoot, withChromium } from '#art/chromium.ts'
import { bookCovers } from './covers/books.ts'

const OUT = new URL('../../demo/files/covers/', import.meta.url).pathname
export const COVER_SIZE = { width: 1000, height: 1500 }

/** Draws every book's cover, or only those named. */
export async function makeCovers(only: string[]): Promise<void> {
  await mkdir(OUT, { recursive: true })
  await withChromium(async (browser) => {
    for (const [slug, draw] of Object.entries(bookCovers)) {
      if (only.length && !only.includes(slug)) continue
      const png = await shoot(browser, draw(), COVER_SIZE)
      await sharp(png).webp({ quality: 80, effort: 6, smartSubsample: true }).toFile(`${OUT}${slug}.webp`)
    }
  })
}
