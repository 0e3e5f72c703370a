import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { site } from '../site.ts'
import { listDrawnTexts, listSharePages, shareFileOf } from './share-pages.ts'
import { sharePictureOf } from './share-pictures.ts'

const MOST_BYTES = 100_000
const sharePages = listSharePages(site)

test('each share image is unique, has a size that messengers accept, and has an alternative text', async () => {
  const contents = new Map<string, string>()
  for (const [path, { title }] of Object.entries(sharePages)) {
    const content = await readFile(new URL(`share/${shareFileOf(path, site)}.jpg`, import.meta.url))
    expect(await sharp(content).metadata(), path).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(content.length, path).toBeLessThanOrEqual(MOST_BYTES)
    contents.set(content.toString('base64'), path)
    expect(sharePictureOf(path, site)?.alt).toContain(`“${title}”, with `)
  }
  expect(contents.size).toBe(Object.keys(sharePages).length)
})

test('a page without a share image uses the share image of the home page', () => {
  expect(sharePictureOf('/terms', site)).toEqual(sharePictureOf('/', site))
})

test('a page whose texts were changed has no share image with the former texts', () => {
  const { brand, founder } = site
  expect(sharePictureOf('/bookshop', { ...site, brand: { ...brand, name: 'Mwenje' } })).toBeUndefined()
  expect(sharePictureOf('/', { ...site, brand: { ...brand, mission: 'Books for everybody.' } })).toBeUndefined()
  expect(sharePictureOf('/books-by-rudo', { ...site, founder: { ...founder, name: 'Rudo', slug: 'rudo' } })).toBeUndefined()
  const moved = { ...site, founder: { ...founder, slug: 'elsewhere' } }
  expect(sharePictureOf('/books-by-elsewhere', moved)).toMatchObject({ src: sharePictureOf(`/books-by-${founder.slug}`, site)?.src })
})

test('the texts in the share images are those of a new site', async () => {
  expect(JSON.parse(await readFile(new URL('share/texts.json', import.meta.url), 'utf8'))).toEqual(listDrawnTexts(site))
})
