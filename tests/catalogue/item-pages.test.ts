// @module-tag full
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildAudio } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

/* Pages of books, episodes and authors. Accessibility and layout are tested in every-page.test.ts and accessibility.test.ts. */

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1440, height: 900 }

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishAuthor({ name: 'Tapiwa Gumbo' })
  await site.publishBook({ title: 'Free to read' })
  await site.publishBook({ title: 'Not for nothing', price: '4.5' })
  await site.publishPodcast({ title: 'Free to hear', host: 'Tapiwa Gumbo' })
})
afterAll(() => site?.close())

test('a card leads to the book’s page and its author, Back returns, and the book opens at its own URL', { tags: ['oldest'] }, async () => {
  const { page } = await site.profile(PHONE)
  await page.goto('/bookshop')
  await page.getByRole('link', { name: 'Free to read' }).click()
  await page.getByRole('heading', { level: 1, name: 'Free to read' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/books/free-to-read')
  await page
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .first()
    .click()
  await page.getByText(/^Page 1 of \d+$/).waitFor()
  expect(new URL(page.url()).pathname).toBe('/books/free-to-read')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Tapiwa Gumbo' }).first().click()
  await page.getByRole('heading', { level: 2, name: 'Books by Tapiwa Gumbo' }).waitFor()
  await page.getByRole('link', { name: 'Not for nothing' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Free to read' }).waitFor()
})

test('a shared link opens in another browser, where a priced book can be previewed and bought', async () => {
  const sender = await site.profile(DESKTOP, { permissions: ['clipboard-read', 'clipboard-write'] })
  await sender.page.goto('/books/not-for-nothing')
  // Simulates a browser without the Web Share API.
  await sender.page.evaluate(() => delete (Navigator.prototype as { share?: unknown }).share)
  await sender.page.getByRole('button', { name: 'Share' }).click()
  const whatsApp = await sender.page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  await sender.page.getByRole('button', { name: 'Copy link' }).click()
  await sender.page.getByText('Link copied').waitFor()
  const link = await sender.page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname + new URL(link).search).toBe('/books/not-for-nothing')
  expect(whatsApp).toContain(encodeURIComponent(link))

  const { page } = await site.profile(PHONE)
  await page.goto(link)
  await page.getByRole('button', { name: 'Read the first pages' }).click()
  await page.getByRole('button', { name: /^Page 1 of \d+$/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Get this book for $4.50' }).click()
  await page.waitForURL('**/checkout/**')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.waitForURL('**/books/not-for-nothing')
})

test('a former slug redirects to the page, and the addresses of a deleted book respond 410 and lead its owners to their purchases', async () => {
  const book = await site.publishBook({ title: 'Renamed' })
  const form = new FormData()
  form.set('slug', 'with-another-name')
  const change = await ask(`${site.url}/api/books/${book.id}`, { method: 'PATCH', headers: site.headers, body: form })
  expect(change.status).toBe(200)
  const moved = await ask(`${site.url}/books/renamed`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/books/with-another-name'])

  const { page } = await site.profile(PHONE, { mayComplain: /410/ })
  await page.goto('/books/renamed')
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
  // The book is deleted while its page is open in this tab.
  await site.remove(`/books/${book.id}`)
  await page.reload()
  await page.getByRole('heading', { name: 'This is no longer on our shelves' }).waitFor()
  for (const address of ['with-another-name', book.id]) {
    const gone = await ask(`${site.url}/books/${address}`)
    const main = /<main.*<\/main>/s.exec(await gone.text())?.[0]
    expect([gone.status, main?.includes('If you bought it'), main?.includes('href="/purchases"')]).toEqual([410, true, true])
  }
})

test('a crawler without JavaScript gets the title, description, share image and structured data of a book', async () => {
  let html = ''
  const content = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  const read = async () => {
    html = await (await ask(`${site.url}/books/not-for-nothing`, { headers: { 'user-agent': 'facebookexternalhit/1.1' } })).text()
    return content('og:image:width')
  }
  // The share image is rendered in the background; until then og:image is the cover.
  await expect.poll(read).toBe('1200')
  expect(content('og:title')).toBe('Not for nothing')
  expect(content('og:type')).toBe('book')
  expect(content('og:description')).toMatch(/^By Tapiwa Gumbo\. /)
  expect(content('og:url')).toBe(`${site.url}/books/not-for-nothing`)
  const picture = await ask(content('og:image') ?? '')
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(['type', 'width', 'height', 'alt'].map((name) => content(`og:image:${name}`))).toEqual([
    ...['image/jpeg', '1200', '630'],
    'Not for nothing by Tapiwa Gumbo',
  ])
  expect(content('twitter:card')).toBe('summary_large_image')
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as { '@graph'?: object[] }
  expect(data['@graph']?.[3]).toMatchObject({
    '@type': 'Book',
    name: 'Not for nothing',
    isAccessibleForFree: false,
    offers: { price: '4.50', priceCurrency: 'USD' },
  })
})

test('a chapter on an episode’s page starts playback there, the player marks it, and the transcript follows and seeks', {
  tags: ['full'],
}, async () => {
  await site.publishPodcast({
    title: 'In parts',
    duration: '2:00',
    audio: buildAudio({ seconds: 120 }),
    chapters: '0:00 Welcome\n0:40 The two tins\n1:30 Go well',
    transcript: new File(['WEBVTT\n\n00:00.000 --> 00:30.000\n<v Mai Chipo>Good morning\n\n00:40.000 --> 01:00.000\nTwo tins'], 'talk.vtt'),
  })
  const { page } = await site.profile(PHONE)
  const player = page.getByRole('dialog', { name: 'Now Playing' })
  const seconds = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
  await page.goto('/podcasts/in-parts')
  await page.getByRole('button', { name: '0:40 The two tins' }).click()
  await player.waitFor()
  await expect.poll(seconds).toBeGreaterThanOrEqual(40)
  await player.getByText('Chapters', { exact: true }).click()
  await expect.poll(() => player.getByRole('button', { name: '0:40 The two tins' }).getAttribute('aria-current')).toBe('true')
  await player.getByRole('button', { name: '1:30 Go well' }).click()
  await expect.poll(seconds).toBeGreaterThanOrEqual(90)
  await player.getByText('Transcript').click()
  await player.getByRole('button', { name: '0:00 Good morning' }).click()
  await expect.poll(seconds).toBeLessThan(40)
  await expect.poll(() => player.getByRole('button', { name: '0:00 Good morning' }).getAttribute('aria-current')).toBe('true')
  expect(await findBarriers(page)).toEqual([])
  expect(await overflows(page)).toBe(false)
})

test('the transcript of a free episode is part of its page, expands, and seeks the audio; the transcript of a priced episode ends with the preview', {
  tags: ['full'],
}, async () => {
  const transcript = new File(
    ['WEBVTT\n\n00:00.000 --> 00:05.000\n<v Mai Chipo>Good morning\n\n00:25.000 --> 00:30.000\n<v Guest>Two tins'],
    'talk.vtt',
  )
  const spoken = { duration: '0:40', audio: buildAudio({ seconds: 40 }), transcript }
  await site.publishPodcast({ ...spoken, title: 'To be read' })
  await site.publishPodcast({ ...spoken, title: 'To be read and bought', price: '2' })
  const read = async (slug: string) => (await ask(`${site.url}/podcasts/${slug}`)).text()
  expect(await read('to-be-read')).toMatch(/Good morning[\s\S]*Two tins/)
  expect(await read('to-be-read-and-bought')).toContain('Good morning')
  expect(await read('to-be-read-and-bought')).not.toContain('Two tins')

  const { page } = await site.profile(PHONE)
  // After client navigation, the page fetches the transcript.
  for (const open of [() => page.goto('/podcasts/to-be-read'), () => page.getByRole('link', { name: 'To be read', exact: true }).click()]) {
    await open()
    await page.getByRole('heading', { level: 1, name: 'To be read' }).waitFor()
    await page.getByText('Show the transcript').click()
    await page.getByText('Two tins').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.goto('/podcasts')
  }
  await page.goto('/podcasts/to-be-read')
  await page.getByText('Show the transcript').click()
  await page.getByRole('button', { name: 'Listen from 0:25' }).click()
  await expect.poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThanOrEqual(25)
})
