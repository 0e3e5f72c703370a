import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { overlayOf } from '#contracts/site/picture-scene.ts'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import type { EditedSection } from '#contracts/site/site-sections.ts'
import { defaultContent } from '#site/default-content.ts'
import { sendSitePicture, uploadSitePicture } from '#tests/support/site-sections.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createSitePictures } from './site-pictures.ts'

const EIGHT_DAYS_MS = 8 * 24 * 3600 * 1000

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function saveBrand(changes: object) {
  const { draft } = (await app.get('/api/site/sections/brand', app.bearer)).json<EditedSection>()
  const payload = { content: { ...defaultContent.brand, ...changes }, basedOn: draft?.at ?? null }
  return app.app.inject({ method: 'PUT', url: '/api/site/sections/brand/draft', headers: app.bearer, payload })
}

test('a picture for the top of a page has every width in both formats, and its brightness determines the overlay', async () => {
  const white = await uploadSitePicture(app, 'hero')
  expect(white.sources.map(({ type, width }) => `${width} ${type}`)).toEqual(
    [640, 960, 1440].flatMap((width) => [`${width} image/avif`, `${width} image/webp`]),
  )
  expect([white.brightness, overlayOf(white)]).toEqual([1, 0.43])
  expect(overlayOf(await uploadSitePicture(app, 'hero', { background: '#404040' }))).toBe(0)
  expect((await app.get(`/api/media/${white.sources[0]?.path}`)).headers['content-type']).toBe('image/avif')
})

test('a logo has icons with the dark color as background, and an image for shared links is a JPEG of 1200 × 630 pixels', async () => {
  const { icons } = await uploadSitePicture(app, 'logo', { width: 300, height: 100 })
  const icon = await app.get(`/api/media/${icons?.large}`)
  const { data, info } = await sharp(icon.rawPayload).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, icon.headers['content-type']]).toEqual([512, 512, 'image/png'])
  expect([...data.subarray(0, 3)]).toEqual([0x17, 0x1c, 0x28])
  const { jpeg } = await uploadSitePicture(app, 'share')
  expect(await sharp((await app.get(`/api/media/${jpeg}`)).rawPayload).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
})

/** Uploads a logo: a mark of the given size and place on a transparent canvas, whose invisible pixels are white. */
async function uploadMark(
  canvas: { width: number; height: number },
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  background = '#b8741a',
) {
  const input = { create: { width, height, channels: 4 as const, background } }
  const image = await sharp({ create: { ...canvas, channels: 4, background: '#ffffff00' } })
    .composite([{ input, left, top }])
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('use', 'logo')
  form.append('picture', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'logo.png')
  return (await app.sendForm('POST', '/api/site/pictures', form)).json<SitePicture>()
}

test('a logo is stored without its transparent margins', async () => {
  const logo = await uploadMark({ width: 1200, height: 1000 }, { left: 350, top: 400, width: 600, height: 150 })
  expect(logo).toMatchObject({ width: 600, height: 150 })
  const widths = [160, 320, 480]
  expect(logo.sources.map(({ width }) => width)).toEqual(widths.flatMap((width) => [width, width]))
  for (const { path, width, type } of logo.sources) {
    const { rawPayload } = await app.get(`/api/media/${path}`)
    expect(await sharp(rawPayload).metadata(), type).toMatchObject({ width, height: width / 4 })
    // AVIF compresses the alpha channel with losses.
    expect((await sharp(rawPayload).stats()).channels[3]?.min ?? 255, type).toBeGreaterThan(240)
  }
  // The mark fills the share of the icon that is meant for it: 307 of 512 pixels.
  const icon = sharp((await app.get(`/api/media/${logo.icons?.large}`)).rawPayload)
  expect((await icon.trim().toBuffer({ resolveWithObject: true })).info).toMatchObject({ width: 307, height: 77 })
})

test.each([
  ['fills its canvas', '#b8741a'],
  ['is transparent throughout', '#ffffff00'],
])('a logo that %s keeps its size', async (_name, color) => {
  const canvas = { width: 300, height: 100 }
  expect(await uploadMark(canvas, { left: 0, top: 0, ...canvas }, color)).toMatchObject(canvas)
})

test.each([
  ['a line', { left: 100, top: 300, width: 600, height: 10 }, { width: 600, height: 120 }],
  ['a dot at the edge', { left: 799, top: 0, width: 1, height: 1 }, { width: 16, height: 16 }],
])('a logo that is %s keeps as much margin as an accepted image needs', async (_name, mark, size) => {
  expect(await uploadMark({ width: 800, height: 600 }, mark)).toMatchObject(size)
})

test('an uploaded podcast cover is a square JPEG and replaces the default cover in the feed', async () => {
  const cover = await uploadSitePicture(app, 'podcast', { width: 1500, height: 1500 })
  const file = await app.get(`/api/media/${cover.jpeg}`)
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1400, height: 1400 })
  const url = '/api/site/sections/podcast/draft'
  const payload = { content: { ...defaultContent.podcast, cover }, basedOn: null }
  expect((await app.app.inject({ method: 'PUT', url, headers: app.bearer, payload })).statusCode).toBe(200)
  expect((await app.get('/podcasts/feed.xml')).body).toContain('/podcasts/cover.jpg')
  await app.app.inject({ method: 'POST', url: '/api/site/publish', headers: app.bearer, payload: { sections: ['podcast'] } })
  const feed = (await app.get('/podcasts/feed.xml')).body
  expect(feed).not.toContain('/podcasts/cover.jpg')
  expect(feed).toMatch(new RegExp(`<itunes:image href="[^"]*/api/media/${cover.jpeg}"/>`))
})

test.each<[string, () => ReturnType<typeof sendSitePicture>, number]>([
  ['an unknown use', () => sendSitePicture(app, 'poster'), 400],
  ['a ribbon', () => sendSitePicture(app, 'hero', { width: 1000, height: 100 }), 400],
  ['no picture', () => app.sendForm('POST', '/api/site/pictures', new FormData()), 400],
])('%s is refused', async (_name, send, status) => {
  expect((await send()).statusCode).toBe(status)
})

test('a section stores a picture as processed by the server, regardless of the fields that a client sends', async () => {
  const { id, ...logo } = await uploadSitePicture(app, 'logo')
  const [source] = logo.sources
  const forged = { ...logo, id, brightness: 0, sources: [{ ...source, path: `${'0'.repeat(64)}.webp` }] }
  expect((await saveBrand({ logoOnDark: forged })).json<EditedSection>().content).toMatchObject({ logoOnDark: { id, ...logo } })
  const unknown = await saveBrand({ logoOnDark: { ...logo, id: '0192f0c1-0000-7000-8000-000000000001' } })
  expect(unknown.json()).toMatchObject({ status: 400, errors: [{ field: 'logoOnDark' }] })
  const elsewhere = await saveBrand({ logoOnDark: { ...logo, id, sources: [{ ...source, path: 'https://example.com/a.webp' }] } })
  expect(elsewhere.statusCode).toBe(400)
})

test('pictures that are not used in any version of a section are removed after a week', async () => {
  const [used, unused] = [
    await uploadSitePicture(app, 'logo', { background: '#123456' }),
    await uploadSitePicture(app, 'logo', { background: '#654321' }),
  ]
  await saveBrand({ logoOnLight: used })
  const { orm } = app.services.database
  const later = () => new Date(Date.now() + EIGHT_DAYS_MS)
  const pictures = createSitePictures({
    orm,
    library: app.services.library,
    limits: app.services.limits,
    iconGround: () => '#000000',
    now: later,
  })
  while ((await pictures.removeUnused()) > 0);
  const status = async ({ icons }: SitePicture) => (await app.get(`/api/media/${icons?.large}`)).statusCode
  expect([await status(used), await status(unused)]).toEqual([200, 404])
})
