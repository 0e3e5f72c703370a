import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PreviewLink } from '#contracts/site/site-sections.ts'
import { defaultContent } from '#site/default-content.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const DAY_MS = 24 * 3600 * 1000

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await openTestApp({}, { now: () => now })
})
afterAll(() => app.close())

const createLink = async () => (await app.send('POST', '/api/site/preview-links', {})).json<PreviewLink>()
const tokenOf = ({ url }: PreviewLink) => new URL(url).hash.slice(1)
const open = (token: string) => app.send('POST', '/api/site/preview', { token }, {})
const answers = async (headers: Record<string, string> = {}) => app.get('/api/site/texts/questions', headers)

test('drafts are visible in a browser that opened a preview link, but not in other browsers', async () => {
  const questions = defaultContent.questions.map((each) => ({ ...each, answer: 'Unpublished.' }))
  const saved = await app.app.inject({
    method: 'PUT',
    url: '/api/site/sections/questions/draft',
    headers: app.bearer,
    payload: { content: questions, basedOn: null },
  })
  expect(saved.statusCode).toBe(200)
  const opened = await open(tokenOf(await createLink()))
  expect([opened.statusCode, opened.json()]).toEqual([200, { path: '/' }])
  const [cookie] = [opened.headers['set-cookie']].flat()
  expect(cookie).toMatch(/^sitePreview=.*; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/)

  const own = { cookie: String(cookie).split(';')[0] ?? '' }
  // Requests with and without a preview alternate, so that a wrongly cached response would be detected.
  for (const headers of [{}, own, {}, own]) {
    const { headers: sent, body } = await answers(headers)
    expect(body.includes('Unpublished.')).toBe('cookie' in headers)
    expect(sent['cache-control']).toBe('cookie' in headers ? 'private, no-store' : 'public, max-age=0, must-revalidate')
  }
})

test('a preview without drafts has the published pages, without the bar of a preview', async () => {
  const cookie = `sitePreview=${tokenOf(await createLink())}`
  const isPreview = async () => (await answers({ cookie })).headers['cache-control'] === 'private, no-store'
  expect(await isPreview()).toBe(true)
  await app.app.inject({ method: 'DELETE', url: '/api/site/sections/questions/draft', headers: app.bearer })
  expect(await isPreview()).toBe(false)
})

test('a preview link that is forged or a day old is refused, and a preview cookie with an expired token is ignored', async () => {
  const token = tokenOf(await createLink())
  const [expires = '', signature = ''] = token.split('.')
  const forged = [`${Number(expires) + 1}.${signature}`, `${expires}.`, `${expires}.${signature}x`, '', 'x'.repeat(90)]
  for (const each of forged) expect((await open(each)).statusCode, each).toBe(403)
  now = new Date(now.getTime() + DAY_MS)
  expect((await open(token)).statusCode).toBe(403)
  expect((await answers({ cookie: `sitePreview=${token}` })).body).not.toContain('Unpublished.')
})

test('a preview link to an item is refused if it is forged, a week old or changed to another item', async () => {
  const { id, updatedAt } = await storeBook(app.services)
  const edit = toForm({ state: 'draft', updatedAt })
  expect((await app.sendForm('PATCH', `/api/books/${id}`, edit)).statusCode).toBe(200)
  const link = (await app.send('POST', `/api/admin/books/${id}/preview-link`, {})).json<PreviewLink>()
  expect(new Date(link.expiresAt).getTime() - now.getTime()).toBe(7 * DAY_MS)
  const token = tokenOf(link)
  const [expires = '', signature = ''] = token.split('.')
  const forged = [
    `${expires}.${signature}`,
    `${expires}.${signature}.podcast.${id}`,
    `${expires}.${signature}.book.${id}x`,
    `${expires}.${signature}.author.${id}`,
    `${Number(expires) + 1}.${signature}.book.${id}`,
    `${tokenOf(await createLink())}.book.${id}`,
  ]
  for (const each of forged) expect((await open(each)).statusCode, each).toBe(403)
  const opened = await open(token)
  expect([opened.statusCode, opened.json()]).toEqual([200, { path: `/books/${id}` }])
  const seen = (cookie: string) => app.get(`/api/books/${id}`, { cookie: `sitePreview=${cookie}` })
  expect((await seen(token)).statusCode).toBe(200)
  for (const each of forged) expect((await seen(each)).statusCode, each).toBe(404)
  // A preview link to the drafts of the site gives no access to items, and a link to an item gives no access to drafts.
  expect((await seen(tokenOf(await createLink()))).statusCode).toBe(404)
  expect((await answers({ cookie: `sitePreview=${token}` })).body).not.toContain('Unpublished.')
  now = new Date(now.getTime() + 7 * DAY_MS)
  expect((await open(token)).statusCode).toBe(403)
  expect((await seen(token)).statusCode).toBe(404)
  expect(app.logLines.join('\n')).not.toContain(signature)
})

test('the token of a preview link is only in the URL fragment and never logged', async () => {
  const link = await createLink()
  expect(link.url.split('#')[0]).toMatch(/\/preview$/)
  await open(tokenOf(link))
  expect(app.logLines.join('\n')).not.toContain(tokenOf(link))
})

test('ending the preview removes the preview cookie', async () => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/site/preview/end',
    headers: { 'content-type': 'text/plain' },
    payload: '',
  })
  expect(response.statusCode).toBe(303)
  expect(response.headers).toMatchObject({
    location: '/',
    'set-cookie': expect.stringMatching(/^sitePreview=; .*Path=\/; Expires=Thu, 01 Jan 1970/),
  })
})
