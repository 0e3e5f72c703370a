// @module-tag full
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import { openProfile, sharedBrowser, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm, buildPdf } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'
import { showsPage } from '#tests/support/viewer.ts'

/* Two processes: one serves the API with the catalogue, the other serves the pages and has no data. API requests by relative path, which
   reach the process of the pages, would therefore fail. */
const SEASON = 'Sow in Season'

let apps: RunningApp[]
let folders: string[]
let databases: Awaited<ReturnType<typeof copyTemplate>>[]
let [api, pages, otherName] = ['', '', '']
let free: Book
beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  api = `http://localhost:${ports[0]}`
  pages = `http://127.0.0.1:${ports[1]}`
  otherName = `http://localhost:${ports[1]}`
  folders = [await makeTempFolder(), await makeTempFolder()]
  databases = [await copyTemplate(), await copyTemplate()]
  const settings = (index: number) => ({ PORT: String(ports[index]), DATABASE_URL: databases[index]?.url ?? '', RENDITIONS: 'asked' })
  apps = [
    await runApp(folders[0] ?? '', { ...settings(0), PUBLIC_URL: pages, ALLOWED_ORIGINS: pages }),
    await runApp(folders[1] ?? '', { ...settings(1), PUBLIC_URL: pages, PUBLIC_API_URL: `${api}/api` }),
  ]
  const headers = await signIn(api, await (apps[0] as RunningApp).admin())
  const publish = async (changes: Parameters<typeof buildBookForm>[0]) =>
    (await (await fetch(`${api}/api/books`, { method: 'POST', headers, body: await buildBookForm(changes) })).json()) as Book
  await publish({ title: SEASON, price: '7', pdf: await buildPdf({ pages: 9, title: SEASON }) })
  free = await publish({ title: 'First Draft by Harvest', price: '0' })
})
afterAll(async () => {
  for (const app of apps) await app.stop()
  for (const database of databases) await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('a purchased book of an API on another host opens, and the next visit resumes at the last reading position', async () => {
  const { page } = await openProfile(await sharedBrowser(), VIEWPORTS[1], pages)
  const saved: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.url().startsWith(`${api}/api/reading-places/`)) saved.push(response.status())
  })
  // Pages rendered at startup contain no books. Pages with data from an API on another host are cached for two seconds.
  await expect.poll(async () => (await fetch(`${pages}/bookshop`)).text()).toContain(SEASON)
  await page.goto('/bookshop')
  const card = page.getByRole('article').filter({ hasText: SEASON })
  await card.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await page.getByLabel('Your email address').fill('rudo@reader.example')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL(`${pages}/sandbox-gateway/*`)
  await page.getByRole('button', { name: /^Pay The payment arrives immediately/ }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(new URL(page.url()).origin).toBe(pages)
  await page.goto('/bookshop')
  await card.getByText('Yours', { exact: true }).waitFor()
  await card.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await showsPage(page, 1, 9)
  await page.keyboard.press('End')
  await showsPage(page, 9, 9)
  await expect.poll(() => saved.at(-1)).toBeLessThan(300)
})

test('a file URL from the API is absolute, so it also works from another host', async () => {
  const ask = async (path: string, body?: object, headers = {}) =>
    (
      await fetch(`${api}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body ?? {}),
      })
    ).json()
  const { clientId } = (await ask('/api/get-client-id')) as { clientId: string }
  const wish = { productId: free.id, clientId, product: 'book', currency: 'USD', returnUrl: `${pages}/bookshop` }
  const { url = '' } = (await ask('/api/get-next-action', wish, { origin: pages })) as NextActionResponse
  expect((await fetch(new URL(url, pages))).status).toBe(200)
})

test('pages on another host name redirect to the site’s own name, while health checks and API respond', async () => {
  const at = (path: string) => fetch(`${otherName}${path}`, { redirect: 'manual' })
  for (const path of ['/', '/bookshop?q=rain', '/feed.xml', '/nowhere']) {
    const { status, headers } = await at(path)
    expect([status, headers.get('location')]).toEqual([308, `${pages}${path}`])
  }
  expect((await fetch(`${otherName}/bookshop`)).url).toBe(`${pages}/bookshop`)
  for (const path of ['/api/health/ready', '/api/health', '/api/books']) expect((await at(path)).status).toBe(200)
})
