// @module-tag full
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { test } from '#tests/support/browser-test.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const SPEECH = join(import.meta.dirname, '../../demo/files/audio/a-rule-for-small-days.mp3')

describe.skipIf(!hasFfmpeg)('low-bitrate audio of an episode', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site?.close())

  test('low-bitrate audio is chosen in the player, continues at the same position, and is remembered', async () => {
    const audio = new Blob([await readFile(SPEECH)], { type: 'audio/mpeg' })
    const { id, slug } = await site.publishPodcast({ title: 'Small days', duration: '1:42', audio })
    const read = async () => ((await (await fetch(`${site.url}/api/podcasts/${id}`)).json()) as Podcast).lightSound
    // The worker that encodes low-bitrate audio starts some time after the server, so the result is polled.
    await expect.poll(read, { timeout: 120_000, interval: 1000 }).not.toBeNull()

    const { page } = await site.profile({ width: 360, height: 740 })
    await page.goto(`/podcasts/${slug}#t=40`)
    const choice = page.getByRole('dialog', { name: 'Now Playing' }).getByRole('checkbox', { name: /^Data saver/ })
    const playing = () =>
      page.evaluate(() => {
        const { src, currentTime, readyState } = document.querySelector('audio') as HTMLAudioElement
        return { isLight: src.endsWith('/light'), goesOn: currentTime >= 40, isReady: readyState > 1 }
      })
    await expect.poll(playing).toEqual({ isLight: false, goesOn: true, isReady: true })
    await choice.check()
    await expect.poll(playing).toEqual({ isLight: true, goesOn: true, isReady: true })
    await page.reload()
    await page.getByRole('button', { name: 'Listen' }).first().click()
    await expect.poll(playing).toMatchObject({ isLight: true, isReady: true })
    await choice.uncheck()
    await expect.poll(playing).toMatchObject({ isLight: false, isReady: true })
  })
})
