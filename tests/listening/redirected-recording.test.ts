// @module-tag full
import { afterAll, beforeAll, expect } from 'vitest'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { openFaultProxy } from '#tests/support/fault-proxy.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { buildAudio } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone] = VIEWPORTS
/** Duration of the recording, longer than the part that a browser prefetches */
const HOUR = 3600

let s3: Awaited<ReturnType<typeof startS3Server>>
let bucket: Awaited<ReturnType<typeof openFaultProxy>>
let site: Site
beforeAll(async () => {
  s3 = await startS3Server()
  const settings = await s3.makeBucketSettings()
  bucket = await openFaultProxy(settings.S3_ENDPOINT)
  site = await openSite({ ...settings, S3_ENDPOINT: bucket.url, S3_DELIVERY: 'redirect', SIGNING_KEYS: '0123456789abcdef'.repeat(2) })
})
afterAll(async () => {
  await site?.close()
  bucket?.close()
  s3?.stop()
})

/** Makes the bucket reject all URLs signed so far, as when they expire after a minute. */
function expireAddresses() {
  const used = new Set<string>()
  let isOver = false
  const refused: string[] = []
  bucket.inject(({ url = '' }, response, pass) => {
    const signature = new URL(url, bucket.url).searchParams.get('X-Amz-Signature')
    if (signature && !isOver) used.add(signature)
    if (!signature || !used.has(signature) || !isOver) return pass()
    refused.push(signature)
    response.writeHead(403).end('Request has expired')
  })
  async function expire() {
    isOver = true
    // URLs that are signed within one second have the same signature.
    await new Promise((passed) => setTimeout(passed, 1000))
  }
  return { refused, expire }
}

test('an owned recording continues from the requested position after its signed bucket URL has expired', async () => {
  const { slug } = await site.publishPodcast({
    title: 'A long talk',
    price: '2',
    duration: '1:00:00',
    audio: buildAudio({ seconds: HOUR }),
  })
  const addresses = expireAddresses()
  const { page } = await site.profile(phone, { mayComplain: /403/ })
  await page.goto(`/podcasts/${slug}`)
  await page.getByRole('button', { name: /^Get this episode/ }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByLabel('Your email address').fill('rudo@reader.example')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/sandbox-gateway/*')
  await page.getByRole('button', { name: /^Pay The payment arrives immediately/ }).click()
  await page.waitForURL(`**/podcasts/${slug}`)
  const player = page.getByRole('dialog', { name: 'Now Playing' })
  await player.waitFor()
  const audio = page.locator('audio')
  const seconds = () => audio.evaluate(({ currentTime }: HTMLAudioElement) => currentTime)
  await expect.poll(seconds).toBeGreaterThan(0.5)

  await addresses.expire()
  await audio.evaluate((element: HTMLAudioElement) => Object.assign(element, { currentTime: 3000 }))
  await expect.poll(() => addresses.refused.length).toBeGreaterThan(0)
  await expect.poll(seconds).toBeGreaterThan(3000.5)
  expect(await seconds()).toBeLessThan(3100)
  expect(await player.getByRole('alert').count()).toBe(0)
})
