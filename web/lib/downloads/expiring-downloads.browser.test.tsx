import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buildBook } from '#tests/support/component/items.ts'
import { UncheckedError } from '#web/lib/access/item-access.ts'
import { DOWNLOADED_MEDIA, openDownloadCache, openDownloadCaches } from '#web/lib/storage/cache-storage.ts'
import { serveDownloadedMedia } from '#web/service-worker/downloaded-media.ts'
import { readDownloadList } from './download-list.ts'
import { type Download, readRecords } from './download-record.ts'
import { removeDownload, writeDownload } from './downloads.ts'
import { checkOwned } from './drop-lost.ts'
import { requestDownloadedFile } from './request-downloaded-file.ts'

const DAY_MS = 24 * 3_600_000
const PUBLIC = '/api/media/'
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = async () => ({ action: 'http://localhost/checkout/1' })

let number = 0
beforeEach(() => {
  // Simulates a page controlled by a service worker.
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue({} as ServiceWorker)
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const { kind, item } of await readRecords()) await removeDownload(kind, item.id)
  expect(await openDownloadCaches()).toEqual([])
})

function buildItem(id: string, media: string) {
  const { coverImageUrl: coverImage, ...book } = buildBook({ id, title: `The ${id}` })
  return { ...book, coverImage, pdfUrl: `${PUBLIC}${media}` }
}

const passDays = (days: number) => vi.setSystemTime(Date.now() + days * DAY_MS)

/** Creates a fresh download of a book's text. */
async function downloadBook({ isOwned = true, ...changes }: Partial<Download> = {}) {
  const media = `${String(++number).padStart(64, '0')}.pdf`
  const item = buildItem(`book-${number}`, media)
  const kept = { kind: 'book', item, form: 'text', media, isOwned, bytes: 10, keptAt: new Date().toISOString(), ...changes } as Download
  const cache = await openDownloadCache('book', item.id)
  await cache.put(`${DOWNLOADED_MEDIA}${media}/pages`, Response.json({ sizes: [] }))
  await writeDownload(cache, kept)
  const open = (asked: () => Promise<{ url: string } | { action: string }>) =>
    requestDownloadedFile({ kind: 'book', item }, asked(), item.pdfUrl)
  const fetchDownload = () => serveDownloadedMedia(new Request(new URL(`${DOWNLOADED_MEDIA}${media}/pages`, location.href)), '/api')
  return {
    id: item.id,
    media,
    open,
    fetchDownload,
    downloadUrl: `${DOWNLOADED_MEDIA}${media}`,
    allowed: async () => ({ url: `${PUBLIC}${media}?grant=g` }),
  }
}

const listIds = async () => (await readRecords()).map(({ item }) => item.id)

describe('downloads of purchased items', () => {
  test('a purchased download opens offline for 30 days, and after that only once the server has confirmed access', async () => {
    const { id, open, downloadUrl } = await downloadBook()
    passDays(29.9)
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
    passDays(0.2)
    await expect(open(noConnection)).rejects.toThrow(UncheckedError)
    await expect(open(noConnection)).rejects.toThrow(/^Connect to the internet once/)
    // The expired download remains on the device.
    expect(await listIds()).toEqual([id])
  })

  test('a purchased download opens offline for another 30 days after it was opened online', async () => {
    const { open, allowed, downloadUrl } = await downloadBook()
    passDays(40)
    expect(await open(allowed)).toMatchObject({ url: `${downloadUrl}?grant=g` })
    passDays(29)
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
    passDays(2)
    await expect(open(noConnection)).rejects.toThrow(UncheckedError)
  })

  test('a purchased download opens offline for another 30 days after any page has fetched the owned items', async () => {
    const { id, open, downloadUrl } = await downloadBook()
    passDays(20)
    await checkOwned([id, 'another'])
    passDays(20)
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
  })

  test('with full storage, a purchased download still opens online and offline', async () => {
    const { id, open, allowed, downloadUrl } = await downloadBook()
    passDays(2)
    vi.spyOn(Cache.prototype, 'put').mockRejectedValue(new DOMException('Quota exceeded', 'QuotaExceededError'))
    expect(await open(allowed)).toMatchObject({ url: `${downloadUrl}?grant=g` })
    await checkOwned([id])
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
    expect(await listIds()).toEqual([id])
  })

  test('a purchased download is deleted after a refund, by the next page loaded online or when it is opened online', async () => {
    const [one, two] = [await downloadBook(), await downloadBook()]
    await checkOwned([two.id])
    expect(await listIds()).toEqual([two.id])
    expect(await two.open(refused)).toEqual(await refused())
    expect(await listIds()).toEqual([])
    expect(readDownloadList()).toEqual([])
    await expect(one.open(noConnection)).rejects.toThrow('Failed to fetch')
  })

  test('a purchased download created before the time limit was introduced opens offline for 30 days after the download', async () => {
    const { open, downloadUrl } = await downloadBook({ keptAt: new Date(Date.now() - 29 * DAY_MS).toISOString() })
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
    passDays(2)
    await expect(open(noConnection)).rejects.toThrow(UncheckedError)
  })

  test('a purchased download does not open offline for years if the clock was wrong during the download', async () => {
    const { id, open, downloadUrl } = await downloadBook({ checkedAt: new Date(Date.now() + 1000 * DAY_MS).toISOString() })
    await expect(open(noConnection)).rejects.toThrow(UncheckedError)
    await checkOwned([id])
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
  })

  test('a purchased download with an unreadable access check time opens once the server has confirmed access', async () => {
    for (const checkedAt of ['', 'yesterday', '2026-13-45T00:00:00Z']) {
      passDays(1)
      const { id, open, fetchDownload, downloadUrl } = await downloadBook({ keptAt: checkedAt, checkedAt })
      expect((await fetchDownload()).status, checkedAt).toBe(302)
      await expect(open(noConnection), checkedAt).rejects.toThrow(UncheckedError)
      await checkOwned([id])
      expect(await open(noConnection), checkedAt).toMatchObject({ url: downloadUrl })
      await removeDownload('book', id)
    }
  })

  test('an interrupted download of a purchased item is not returned by the service worker after 30 days', async () => {
    const { fetchDownload } = await downloadBook({ keptAt: null, checkedAt: new Date().toISOString() })
    expect((await fetchDownload()).status).toBe(200)
    passDays(31)
    expect((await fetchDownload()).status).toBe(302)
  })

  test('a purchased download is not returned by the service worker after 30 days, whichever URL is requested', async () => {
    const { fetchDownload } = await downloadBook()
    passDays(1)
    expect((await fetchDownload()).status).toBe(200)
    passDays(30)
    const answer = await fetchDownload()
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining('/api/media/')])
  })
})

describe('downloads of free items', () => {
  test('a download of a free item opens offline without a time limit', async () => {
    const { open, downloadUrl, fetchDownload } = await downloadBook({ isOwned: false })
    passDays(1000)
    expect(await open(noConnection)).toMatchObject({ url: downloadUrl })
    expect((await fetchDownload()).status).toBe(200)
  })

  test('a download of a free item stays available and opens after the item gets a price', async () => {
    const { id, open, downloadUrl } = await downloadBook({ isOwned: false })
    expect(await open(refused)).toMatchObject({ url: downloadUrl, isText: true })
    await checkOwned([])
    expect(await listIds()).toEqual([id])
  })

  test('a download of a free item is not opened in place of the item’s new file, which is for sale', async () => {
    const { id } = await downloadBook({ isOwned: false })
    const item = buildItem(id, `${'f'.repeat(64)}.pdf`)
    const sold = requestDownloadedFile({ kind: 'book', item }, refused(), item.pdfUrl)
    expect(await sold).toEqual(await refused())
    expect(await listIds()).toEqual([id])
  })

  test('a downloaded page image is returned when the server denies access to a larger image of the page', async () => {
    const { media } = await downloadBook({ isOwned: false })
    const cache = await openDownloadCache('book', `book-${number}`)
    await cache.put(`${DOWNLOADED_MEDIA}${media}/pages/1/720.webp`, new Response('kept'))
    const fetching = vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status: 403 }))
    onTestFinished(() => fetching.mockRestore())
    const answer = await serveDownloadedMedia(new Request(new URL(`${DOWNLOADED_MEDIA}${media}/pages/1/1080.webp`, location.href)), '/api')
    expect(await answer.text()).toBe('kept')
    expect(fetching).toHaveBeenCalledOnce()
  })
})
