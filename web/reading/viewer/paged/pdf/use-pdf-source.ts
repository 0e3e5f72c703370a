import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { NOT_STARTED, RefusedError } from '#web/lib/access/file-connection.ts'
import { AccessEndedError } from '#web/lib/access/item-access.ts'
import type { OpenedPages, PageSource } from '#web/reading/viewer/book/page-source.ts'
import { loadWorkerCode, startWorker } from './pdf-worker.ts'
import { createRangeFetcher, type RangeFetcher } from './range-fetcher.ts'
import { useWatchdog } from './use-watchdog.ts'

const RETRY_MS = 800
/** Delay before the worker is terminated, in ms, since pdf.js uses the worker to clean up after a document. */
const CLEANUP_MS = 2000
const doNothing = () => {}

/**
 * Opens the document at a URL with pdf.js once `wanted` is set. `onLink` is called with the target page when the visitor follows a link.
 */
export function usePdfSource({
  url,
  renewUrl,
  wanted,
  onLink,
}: {
  url: string
  renewUrl: (() => Promise<string>) | undefined
  wanted: boolean
  onLink: (page: number) => void
}): OpenedPages {
  const [attempt, setAttempt] = useState(1)
  const [fetcher, setFetcher] = useState<RangeFetcher>()
  const [opened, setOpened] = useState<'opening' | 'failed' | 'locked' | PageSource>()
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(url))
  const followLink = useEffectEvent(onLink)
  const renewable = renewUrl !== undefined
  const { state = NOT_STARTED, retry = doNothing } = fetcher ?? {}
  const fetchState = state.useValue()
  const noteActivity = useWatchdog({
    waiting: opened === 'opening' && !fetchState.failure,
    activity: fetchState.received,
    onTimeout: () => setOpened('failed'),
  })
  const noteAnswer = useEffectEvent(noteActivity)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it
  useEffect(() => {
    if (!wanted) return
    let active = true
    const fail = () => active && setOpened('failed')
    const current = createRangeFetcher(url, renewable ? () => renew() : undefined)
    const port = startWorker(fail)
    let destroy = () => Promise.resolve()
    setFetcher(current)

    async function open() {
      // The first bytes of the file, the worker and the code are requested concurrently.
      const [beginning, { openPdf }] = await Promise.all([openWithRetry(current), loadPdfSource(), port ?? loadWorkerCode()])
      if (!active) return
      setOpened('opening')
      const pdf = openPdf({ fetcher: current, ...beginning, port, onPassword: () => noteAnswer(), onLink: (page) => followLink(page) })
      destroy = pdf.destroy
      const source = await pdf.source
      if (active) setOpened(source)
    }

    open().catch((error: unknown) => {
      if ((error as Error).name === 'PasswordException') return active && setOpened('locked')
      if (active && !(error instanceof RefusedError)) console.warn(error)
      fail()
    })
    return () => {
      active = false
      current.close()
      destroy().catch(() => {})
      setTimeout(() => port?.terminate(), CLEANUP_MS)
    }
  }, [url, renewable, wanted, attempt])

  const reopen = useCallback(() => {
    setFetcher(undefined)
    setOpened(undefined)
    setAttempt((number) => number + 1)
  }, [])

  const source = typeof opened === 'object' ? opened : undefined
  const isLocked = opened === 'locked'
  // A failed request counts as a failure to open the document if no page is rendered yet, since only a page displays request failures.
  const failed = isLocked || opened === 'failed' || (!source && fetchState.failure !== undefined && fetchState.failure !== 'offline')
  return { source, failed, isLocked, attempt, fetchState, retryFetch: retry, reopen }
}

async function openWithRetry(fetcher: RangeFetcher) {
  try {
    return await fetcher.open()
  } catch (error) {
    if (error instanceof RefusedError || error instanceof AccessEndedError || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return fetcher.open()
  }
}

/** Imports the module that contains pdf.js. The server's build excludes modules named `.client`. */
function loadPdfSource() {
  return import('./pdf-source.client.tsx')
}
