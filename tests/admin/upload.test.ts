// @module-tag full
import { createHash, randomFillSync } from 'node:crypto'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { openCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { waitForStillness } from '#tests/support/focus.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildAudio, buildImage } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const MB = 1024 * 1024
const [phone, desktop] = VIEWPORTS

let site: Site
let folder: string
let recording: string
let cover: string
let digest: string
beforeAll(async () => {
  site = await openSite({ MAX_AUDIO_BYTES: String(20 * MB) })
  folder = await makeTempFolder()
  recording = join(folder, 'harvest.wav')
  cover = join(folder, 'cover.png')
  const bytes = Buffer.from(await buildAudio({ seconds: (16 * MB) / 8000 }).arrayBuffer())
  randomFillSync(bytes, 44)
  digest = createHash('sha256').update(bytes).digest('hex')
  await writeFile(recording, bytes)
  await writeFile(cover, Buffer.from(await (await buildImage()).arrayBuffer()))
})
afterAll(async () => {
  await site?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens the form for a new episode as a signed-in administrator, over a connection that can be cut. */
async function openForm() {
  const line = await openCuttingProxy(site.url)
  const profile = await site.profile(desktop, { mayComplain: UNANSWERED })
  const { page } = profile
  const token = site.headers.authorization.replace('Bearer ', '')
  await page.goto(`${line.url}/contact`)
  await page.evaluate((text) => localStorage.setItem('adminToken', text), token)
  await page.goto(`${line.url}/admin/podcasts/new`)
  await page.getByRole('heading', { name: 'Add podcast' }).waitFor()
  return { ...profile, line }
}

async function fillIn(page: Page, title: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Host').fill('Chiedza Mapfumo')
  await page.getByLabel('Price').fill('0')
  await page.getByRole('button', { name: 'Book Writing' }).click()
  await page.getByLabel('Description').fill('On finishing.')
  await page.getByLabel('Cover image').setInputFiles(cover)
}

test('the episode form states the site’s maximum file size and rejects a larger file before uploading it', async () => {
  const { context, page, line } = await openForm()
  await page.getByText('At most 20 MB.').waitFor()
  const tooLarge = join(folder, 'too-large.wav')
  await writeFile(tooLarge, '')
  await truncate(tooLarge, 20 * MB + 1)
  await page.getByLabel('Audio file').setInputFiles(tooLarge)
  await page.getByText('Choose a file of at most 20 MB.').waitFor()
  expect(await bar(page).count()).toBe(0)
  await page.getByLabel('Audio file').setInputFiles(recording)
  await expect.poll(() => page.getByText('Choose a file of at most 20 MB.').count()).toBe(0)
  await context.close()
  await line.close()
})

const episodes = async () => (await (await ask(`${site.url}/api/podcasts`)).json()) as Podcast[]
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Upload' })
const percent = async (page: Page) => Number(await bar(page).getAttribute('aria-valuenow'))
const uploaded = (page: Page) => page.getByText(/· uploaded/)

test('a half-filled form keeps its input when the connection is lost while the code of other pages is loading', async () => {
  const { context, page, line } = await openForm()
  await page.getByLabel('Title').fill('Half of it')
  await page.getByLabel('Cover image').setInputFiles(cover)
  await context.setOffline(true)
  line.cut()
  await page.locator('link[rel=modulepreload][href*="/assets/activity-"]').waitFor({ state: 'attached' })
  await waitForStillness(page.locator('body'))
  expect(await page.getByLabel('Title').inputValue()).toBe('Half of it')
  expect(await page.getByText('cover.png').count()).toBe(1)
  await context.close()
  await line.close()
})

test('a recording uploads while the form is filled in, waits through a lost connection, and is published complete', async () => {
  const { context, page, line } = await openForm()
  // The connection is slowed down, so that the upload is still in progress when the connection drops.
  line.slowDown(MB / 2)
  await page.getByLabel('Audio file').setInputFiles(recording)
  await bar(page).waitFor()
  await fillIn(page, 'Through a dropping line')
  await expect.poll(() => percent(page)).toBeGreaterThan(15)

  await context.setOffline(true)
  line.cut()
  await page
    .getByText(/Waiting for the connection/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Add podcast' }).click()
  expect(await percent(page)).toBeGreaterThan(5)
  await context.setOffline(false)
  line.slowDown(Number.POSITIVE_INFINITY)

  await page.getByText('Podcast added successfully').waitFor()
  const [episode] = await episodes()
  expect(episode).toMatchObject({ title: 'Through a dropping line', audioUrl: `${digest}.wav` })
  expect(line.seen.up).toBeLessThan(23 * MB)
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tus')))).toEqual([])
  await context.close()
  await line.close()
})

test('after a reload, choosing the same file resumes the upload', async () => {
  const { context, page, line } = await openForm()
  line.slowDown(3 * MB)
  await page.getByLabel('Audio file').setInputFiles(recording)
  await bar(page).waitFor()
  await expect.poll(() => percent(page)).toBeGreaterThan(40)
  // The connection is slowed down, so that the upload is still incomplete when the page is reloaded.
  line.slowDown(MB / 4)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('heading', { name: 'Add podcast' }).waitFor()
  line.slowDown(Number.POSITIVE_INFINITY)
  await fillIn(page, 'After a reload')
  const before = line.seen.up
  await page.getByLabel('Audio file').setInputFiles(recording)
  await uploaded(page).waitFor()
  expect(line.seen.up - before).toBeLessThan(11 * MB)
  await page.getByRole('button', { name: 'Add podcast' }).click()
  await page.getByText('Podcast added successfully').waitFor()
  expect((await episodes())[0]).toMatchObject({ title: 'After a reload', audioUrl: `${digest}.wav` })
  await context.close()
  await line.close()
})

test('a rejected form keeps its upload; a canceled upload is deleted from the server', async () => {
  const { context, page, line } = await openForm()
  await page.getByLabel('Audio file').setInputFiles(recording)
  await uploaded(page).waitFor()
  const before = line.seen.up
  await page.getByRole('button', { name: 'Add podcast' }).click()
  await page.getByText('Enter a title.').waitFor()
  await fillIn(page, 'Corrected')
  await page.getByRole('button', { name: 'Add podcast' }).click()
  await page.getByText('Podcast added successfully').waitFor()
  expect(line.seen.up - before).toBeLessThan(MB)

  await page.goto(`${line.url}/admin/podcasts/new`)
  line.slowDown(MB)
  const created = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/api/uploads'))
  await page.getByLabel('Audio file').setInputFiles(recording)
  const location = (await created).headers().location ?? ''
  await bar(page).waitFor()
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  expect((await ended).status()).toBe(204)
  await bar(page).waitFor({ state: 'detached' })
  const headers = { ...site.headers, 'tus-resumable': '1.0.0' }
  expect((await fetch(new URL(location, `${site.url}/api/uploads`), { method: 'HEAD', headers })).status).toBe(404)
  await context.close()
  await line.close()
})

test('the form takes the duration from the server, replaces it with each new file, and names an unsupported codec', async () => {
  const { context, page, line } = await openForm()
  const choose = (name: string, buffer: Buffer) => page.getByLabel('Audio file').setInputFiles({ name, mimeType: 'audio/wav', buffer })
  const duration = () => page.getByLabel('Duration').inputValue()
  const wav = Buffer.from(await buildAudio({ seconds: 75 }).arrayBuffer())
  await choose('a.wav', wav)
  await expect.poll(duration).toBe('1:15')
  // The file header claims a duration of ten minutes, which browsers trust.
  const long = Buffer.from(await buildAudio({ seconds: 30 }).arrayBuffer())
  long.writeUInt32LE(8000 * 600, 40)
  await choose('b.wav', long)
  await expect.poll(duration).toBe('0:30')
  await page.getByLabel('Duration').fill('0:29')
  await choose('a.wav', wav)
  await uploaded(page).waitFor()
  expect(await duration()).toBe('0:29')
  wav.writeUInt16LE(0x161, 20)
  await choose('c.wav', wav)
  await page.getByText(/“0x0161”, which browsers can’t play\. Export it as MP3 or AAC\./).waitFor()
  await context.close()
  await line.close()
})

test('a file that is not a recording is rejected immediately with an error beside its field', async () => {
  const { context, page, line } = await openForm()
  const file = { name: 'sound.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('<html>not a sound at all</html>') }
  await page.getByLabel('Audio file').setInputFiles(file)
  await page.getByText('This is a web page. Choose an MP3, M4A, M4B, 3GP, OGG, FLAC or WAV recording.').waitFor()
  expect(await page.getByLabel('Audio file').getAttribute('aria-invalid')).toBe('true')
  await context.close()
  await line.close()
})

test('chapters and a transcript are added on a phone and followed by the player; errors are displayed beside their fields', {
  tags: ['full'],
}, async () => {
  const { id } = await site.publishPodcast({ title: 'With parts', duration: '0:40', audio: buildAudio({ seconds: 40 }) })
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/contact')
  await page.evaluate((token) => localStorage.setItem('adminToken', token), site.headers.authorization.replace('Bearer ', ''))
  await page.goto(`/admin/podcasts/${id}/edit`)
  const choose = (name: string, content: string) =>
    page.getByLabel('Transcript').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()
  await choose('talk.txt', 'Good morning')
  await page.getByText('Choose a transcript in WebVTT (.vtt) or SubRip (.srt).').waitFor()
  await choose('talk.vtt', `WEBVTT\n${' '.repeat(2 * MB)}`)
  await page.getByText('Choose a file of at most 2 MB.').waitFor()
  await choose('talk.vtt', 'WEBVTT\n\n00:01.000 --> then\nGood morning')
  await page.getByLabel('Chapters').fill('Welcome')
  await save()
  await page.getByText('Line 1 must begin with a time, followed by a title').waitFor()
  await page.getByLabel('Chapters').fill('0:00 Welcome\n(0:20) - Two tins')
  await save()
  await page.getByText('Line 3: the times are invalid').waitFor()
  await choose('talk.srt', '1\n00:00:00,000 --> 00:00:20,000\nGood morning\n\n2\n00:00:20,000 --> 00:00:40,000\nto all\n')
  await save()
  await page.getByText('Podcast updated successfully').waitFor()

  await page.goto('/podcasts/with-parts')
  await page.getByRole('button', { name: '0:20 Two tins' }).click()
  const player = page.getByRole('dialog', { name: 'Now Playing' })
  await player.getByText('Transcript').click()
  await expect.poll(() => player.getByRole('button', { name: '0:20 to all' }).getAttribute('aria-current')).toBe('true')

  await page.goto(`/admin/podcasts/${id}/edit`)
  await page.getByRole('button', { name: 'Remove the transcript' }).click()
  await save()
  await page.getByText('Podcast updated successfully').waitFor()
  expect((await ask(`${site.url}/api/podcasts/${id}/transcript.vtt`)).status).toBe(404)
})
