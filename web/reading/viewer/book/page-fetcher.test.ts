import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AccessEndedError } from '#web/lib/access/item-access.ts'
import type { FirstPage } from './first-page.ts'
import { createPageFetcher } from './page-fetcher.ts'

const FILE = `/api/media/${'a'.repeat(64)}.pdf`
const PAGES = { sizes: [[595, 842]], labels: null, outline: [], hasText: true }
const asked: string[] = []

function serve(answer: (url: string) => Response) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return answer(url)
  })
}

const open = (url = FILE, renewUrl?: () => Promise<string>) => createPageFetcher(url, renewUrl, async () => 'avif')
const picture = () => new Response('picture', { headers: { 'content-type': 'image/avif' } })
const refuse = (status: number) => () => new Response(null, { status })
const breakOff = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('page manifest, page images and texts are requested below the file’s URL, with the grant of that URL', async () => {
  serve((url) => (url.includes('avif') ? picture() : Response.json(PAGES)))
  const fetcher = open(`${FILE}?grant=x`)
  expect(await fetcher.fetchPages()).toEqual(PAGES)
  expect(await fetcher.fetchPicture(2, 720)).toMatchObject({ width: 720 })
  await fetcher.fetchText(2)
  expect(asked).toEqual([`${FILE}/pages?grant=x`, `${FILE}/pages/2/720.avif?grant=x`, `${FILE}/pages/2/text?grant=x`])
})

test('responses requested before the reader was loaded are reused, unless they failed', async () => {
  serve((url) => (url.includes('avif') ? picture() : Response.json(PAGES)))
  const made = { url: 'blob:first', width: 720 as const }
  const first = { number: 3, width: 720 as const, pages: Promise.resolve(PAGES), picture: Promise.resolve(made), shown: made }
  const openAfter = (before: object) => createPageFetcher(FILE, undefined, async () => 'avif', before as FirstPage)
  const fetcher = openAfter(first)
  expect([await fetcher.fetchPages(), await fetcher.fetchPicture(3, 720), fetcher.shownPicture(3, 720)]).toEqual([PAGES, made, made])
  expect([fetcher.shownPicture(2, 720), fetcher.shownPicture(3, 1080), asked]).toEqual([undefined, undefined, []])
  const failed = openAfter({ ...first, pages: Promise.resolve(undefined), picture: Promise.resolve(undefined) })
  expect([await failed.fetchPages(), (await failed.fetchPicture(3, 720))?.width]).toEqual([PAGES, 720])
  expect(await openAfter({ ...first, pages: Promise.resolve('none') }).fetchPages()).toBe(undefined)
  expect(asked).toHaveLength(2)
})

test('a page image is fetched once and reused for narrower widths', async () => {
  serve(picture)
  const fetcher = open()
  const [wide, same] = await Promise.all([fetcher.fetchPicture(1, 1080), fetcher.fetchPicture(1, 720)])
  expect(same).toBe(wide)
  expect((await fetcher.fetchPicture(1, 1600))?.width).toBe(1600)
  expect(asked).toHaveLength(2)
})

test('a page image counts as missing immediately after a 404, and after two attempts when the server is unavailable', async () => {
  serve(refuse(404))
  expect(await open().fetchPicture(1, 720)).toBeUndefined()
  expect(asked).toHaveLength(1)
  serve(refuse(503))
  const missing = open().fetchPicture(1, 720)
  await vi.runAllTimersAsync()
  expect(await missing).toBeUndefined()
  expect(asked).toHaveLength(3)
})

test('a page image that failed to load is fetched by a retry once the connection is restored', async () => {
  serve(breakOff)
  const fetcher = open()
  const waited = fetcher.fetchPicture(1, 720)
  await vi.runAllTimersAsync()
  expect(fetcher.state.get().failure).toBe('stalled')
  serve(picture)
  fetcher.retry()
  expect(await waited).toMatchObject({ width: 720 })
  expect(fetcher.state.get().failure).toBeUndefined()
})

test('an expired grant is renewed; if access has ended, the fetch fails and the fetch state reports that access has ended', async () => {
  serve((url) => (url.endsWith('grant=old') ? refuse(403)() : picture()))
  expect(await open(`${FILE}?grant=old`, async () => `${FILE}?grant=new`).fetchPicture(1, 720)).toMatchObject({ width: 720 })
  const fetcher = open(`${FILE}?grant=old`, () => Promise.reject(new AccessEndedError()))
  await expect(fetcher.fetchPicture(1, 720)).rejects.toThrow(AccessEndedError)
  expect(fetcher.state.get().failure).toBe('ended')
})

test('a 404 or a server error means that a file has no pages; a network failure or a 403 is an error', async () => {
  serve(refuse(404))
  expect(await open().fetchPages()).toBeUndefined()
  for (const [answer, outcome] of [
    [refuse(500), undefined],
    [breakOff, 'Failed to fetch'],
    [refuse(403), 'The server refused the request with status 403'],
  ] as const) {
    serve(answer)
    const pages = open()
      .fetchPages()
      .catch((error: Error) => error.message)
    await vi.runAllTimersAsync()
    expect(await pages).toBe(outcome)
  }
})

test('images of the most recent pages stay cached; the object URLs of older images, and of all images on close, are revoked', async () => {
  serve(picture)
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const fetcher = open()
  for (let page = 1; page <= 26; page++) await fetcher.fetchPicture(page, 480)
  await vi.runAllTimersAsync()
  expect(revoke).toHaveBeenCalledTimes(2)
  fetcher.close()
  await vi.runAllTimersAsync()
  expect(revoke).toHaveBeenCalledTimes(26)
  revoke.mockRestore()
})

test('thumbnails are fetched sequentially, and aborted thumbnail requests are skipped', async () => {
  const answers: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return new Promise<Response>((resolve) => answers.push(resolve))
  })
  const fetcher = open()
  const left = new AbortController()
  const all = [1, 2, 3].map((page) => fetcher.fetchThumbnail(page, page === 2 ? left.signal : new AbortController().signal))
  left.abort()
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 60_000 })
  answers[0]?.(new Response(null, { status: 404 }))
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 60_000 })
  answers[1]?.(picture())
  expect(await Promise.all(all)).toEqual([undefined, undefined, expect.stringMatching(/^blob:/)])
  expect(asked).toEqual([`${FILE}/pages/1/480.avif`, `${FILE}/pages/3/480.avif`])
})

test('a response to a request from before the end of access does not hide that access has ended', async () => {
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (url: string) => (url.includes('/2/') ? late.promise : new Response(null, { status: 403 })))
  const fetcher = open(`${FILE}?grant=x`, async () => {
    throw new AccessEndedError('Access to this item has ended')
  })
  const before = fetcher.fetchPicture(2, 720)
  await expect(fetcher.fetchPicture(12, 720)).rejects.toThrow(AccessEndedError)
  late.resolve(picture())
  await before
  expect(fetcher.state.get().failure).toBe('ended')
})
