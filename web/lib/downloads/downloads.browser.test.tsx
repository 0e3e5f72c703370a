import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { buildBook } from '#tests/support/component/items.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { openDownloadCache, openDownloadCaches } from '#web/lib/storage/cache-storage.ts'
import { loadToasts, UNDO_MS } from '#web/lib/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { listDownloads, removeDownloadLater, writeDownload } from './downloads.ts'

afterEach(() => vi.useRealTimers())

const undo = page.getByRole('button', { name: 'Undo' })
const titles = async () => (await listDownloads()).map(({ item }) => item.title)

async function saveOffline() {
  const item = browserApi.toBook(buildBook({ title: 'Kept' }))
  const kept = { kind: 'book', item, form: 'pdf', media: 'book.pdf', isOwned: false, bytes: 1, keptAt: '2026-01-01' } as const
  await writeDownload(await openDownloadCache('book', item.id), kept as Parameters<typeof writeDownload>[1])
  await loadToasts()
  await render(<Toaster />)
  return item.id
}

test('a deleted download is not listed, can be restored with Undo, and is permanently removed once Undo expires', async () => {
  const id = await saveOffline()
  await removeDownloadLater('book', id)
  expect(await titles()).toEqual([])
  expect(await openDownloadCaches()).toHaveLength(1)
  await undo.click()
  await expect.poll(titles).toEqual(['Kept'])

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await removeDownloadLater('book', id)
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  vi.useRealTimers()
  await expect.poll(async () => (await openDownloadCaches()).length).toBe(0)
})

test('a deleted download is permanently removed when its page is closed, unless the item was downloaded again', async () => {
  const id = await saveOffline()
  await removeDownloadLater('book', id)
  await saveOffline()
  window.dispatchEvent(new Event('pagehide'))
  expect(await titles()).toEqual(['Kept'])
  await removeDownloadLater('book', id)
  window.dispatchEvent(new Event('pagehide'))
  await expect.poll(async () => (await openDownloadCaches()).length).toBe(0)
})
