import { isFree } from '#contracts/shop/price.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { type FetchState, openConnection } from '#web/lib/access/file-connection.ts'
import { AccessEndedError, type ItemKey } from '#web/lib/access/item-access.ts'
import { renewItemFile } from '#web/lib/access/item-file.ts'
import { storeApp } from '#web/lib/downloads/app-files.ts'
import { chosenFonts } from '#web/lib/downloads/chosen-fonts.ts'
import type { Download, DownloadFormat } from '#web/lib/downloads/download-record.ts'
import { removeDownload, writeDownload } from '#web/lib/downloads/downloads.ts'
import { DOWNLOADED_MEDIA, openDownloadCache } from '#web/lib/storage/cache-storage.ts'
import { isFull } from '#web/lib/storage/is-full.ts'
import { createStore } from '#web/lib/store.ts'
import { toast } from '#web/lib/toast.ts'
import { createFileStore } from './file-store.ts'
import { FORMATS } from './formats.ts'

/** State of a download that is running or has stopped. Downloads continue while the visitor navigates. */
export type RunningDownload = {
  form: DownloadFormat
  received: number
  /** Estimate of the bytes that are received in total */
  expected: number
  bytes: number
  /** Whether the item is downloaded, while the site's own files are still being stored */
  isComplete?: boolean
  state: 'fetching' | 'waiting' | 'full' | 'failed' | 'ended'
  /** Retries immediately while waiting for the connection */
  retry: () => void
  cancel: () => Promise<void>
}

const running = new Map<string, RunningDownload>()
/** Store that notifies subscribers of changes in `running`, which is mutated in place. */
const store = createStore(running)

export function useRunningDownload({ kind, id }: ItemKey): RunningDownload | undefined {
  return store.useValue((downloads) => downloads.get(`${kind} ${id}`))
}

/** Returns the id of the toast that confirms a completed download */
export const downloadNoticeId = (id: string) => `kept ${id}`

/**
 * Downloads an item in a format with an estimated size in bytes, or resumes an interrupted download. Resolves when the download has
 * completed or stopped; `useRunningDownload` returns its state.
 */
export async function downloadItem(product: DetailedItem, form: DownloadFormat, bytes: number): Promise<void> {
  const key = `${product.kind} ${product.item.id}`
  if (running.get(key)?.state === 'fetching') return
  let connection: ReturnType<typeof openConnection> | undefined
  const canceling = new AbortController()
  const { signal } = canceling

  function change(changes: Partial<RunningDownload>) {
    const before = running.get(key)
    if (before && !signal.aborted) running.set(key, { ...before, ...changes })
    store.set(running)
  }
  async function cancel() {
    canceling.abort()
    connection?.close()
    running.delete(key)
    await removeDownload(product.kind, product.item.id)
    change({})
  }
  running.set(key, {
    form,
    received: 0,
    expected: FORMATS[form].expected?.(product) || bytes,
    bytes,
    state: 'fetching',
    retry: () => connection?.retry(),
    cancel,
  })
  change({})

  try {
    await awaitWorker()
    const { item } = product
    const fileUrl = await renewItemFile(product)
    const media = /\/media\/([^/?]+)/.exec(fileUrl)?.[1] ?? ''
    const checkedAt = new Date().toISOString()
    const record: Download = { ...withDownloadedCover(product), form, media, isOwned: !isFree(item.price), bytes, keptAt: null, checkedAt }
    const cache = await openDownloadCache(product.kind, item.id)
    await writeDownload(cache, record)
    connection = openConnection(fileUrl, () => renewItemFile(product))
    const { state } = connection
    state.subscribe(() => change({ state: toState(state.get()) }))
    let received = 0
    const onBytes = (more: number) => {
      received += more
      change({ received })
    }
    // The site's own files are stored concurrently: on a slow connection, they may take longer than the item, without visible progress.
    await Promise.all([
      storeApp({ withPdf: FORMATS[form].needsPdfJs === true, fonts: chosenFonts() }),
      storeCover(cache, product),
      FORMATS[form].fetch(createFileStore({ cache, media, connection, signal, onBytes })).then(() => change({ isComplete: true })),
    ])
    if (signal.aborted) return
    await writeDownload(cache, { ...record, keptAt: new Date().toISOString() })
    running.delete(key)
    change({})
    // Persistent storage is requested only after a download, when there is data to protect.
    void navigator.storage?.persist?.()
    toast.success(`“${item.title}” is saved offline.`, { id: downloadNoticeId(item.id) })
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof AccessEndedError) && !isFull(error)) console.warn(error)
    change({ state: error instanceof AccessEndedError ? 'ended' : isFull(error) ? 'full' : 'failed' })
  } finally {
    connection?.close()
  }
}

function toState({ failure }: FetchState): RunningDownload['state'] {
  if (failure === 'offline' || failure === 'stalled') return 'waiting'
  return failure === 'ended' ? 'ended' : 'fetching'
}

/** Returns the item with the downloaded cover image only, instead of all cover sizes. */
function withDownloadedCover(product: DetailedItem): DetailedItem {
  const source = coverOf(product)
  const sources = source ? [{ ...source, path: downloadedPath(source.path) }] : []
  const cover = { ...product.item.cover, sources }
  return { ...product, item: { ...product.item, cover } } as DetailedItem
}

/** Returns the cover image to download. Every browser with service workers supports WebP. */
const coverOf = ({ item }: DetailedItem) =>
  item.cover.sources.filter(({ type, width }) => type === 'image/webp' && width <= 480).at(-1) ?? item.cover.sources[0]

const downloadedPath = (url: string) => `${DOWNLOADED_MEDIA}${url.slice(url.lastIndexOf('/') + 1)}`

/** Downloads the cover image of an item. If this fails, the item is stored without a cover. */
async function storeCover(cache: Cache, product: DetailedItem): Promise<void> {
  const source = coverOf(product)
  if (!source) return
  const response = await fetch(source.path).catch(() => undefined)
  if (response?.ok) await cache.put(downloadedPath(source.path), response)
}

const WAIT_MS = 20_000

/** Resolves when a service worker controls this page. Installs the service worker if necessary. */
async function awaitWorker(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  await serviceWorker.register('/sw.js')
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('No service worker controls this page')), WAIT_MS)
    const check = () => {
      if (!serviceWorker.controller) return
      clearTimeout(timeout)
      resolve()
    }
    serviceWorker.addEventListener('controllerchange', check, { once: true })
    check()
  })
}
