import { lazy, useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { loadReader } from './load-pdf-document.ts'
import { takeWorker } from './pdf-worker.ts'
import { createRangeFetcher, type FetchState, type RangeFetcher, RefusedError } from './range-fetcher.ts'
import type { DocumentSession } from './use-pdf-file.ts'

const RETRY_MS = 800
/** pdf.js cleans up after a document through its worker. */
const CLEANUP_MS = 2000
const NOT_STARTED: FetchState = { received: 0 }
const subscribeToNothing = () => () => {}

// A lazy component remembers its failure, so each attempt has its own.
const createAttempt = (number: number) => ({ number, Reader: lazy(async () => ({ default: (await loadReader()).Reader })) })

/** Opens the document at a URL; `reopen` does so again, from the start. */
export function useDocumentSession(pdfUrl: string, renewUrl: (() => Promise<string>) | undefined) {
  const [attempt, setAttempt] = useState(() => createAttempt(1))
  const [session, setSession] = useState<DocumentSession>()
  const [failedAttempt, setFailedAttempt] = useState<number>()
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(pdfUrl))
  const renewable = renewUrl !== undefined
  const fail = useCallback(() => setFailedAttempt(attempt.number), [attempt])

  useEffect(() => {
    let active = true
    const onFailed = () => active && fail()
    const fetcher = createRangeFetcher(pdfUrl, renewable ? () => renew() : undefined)
    const port = takeWorker(onFailed)
    const opened = openWithRetry(fetcher)
    opened.catch(onFailed)
    setSession({ fetcher, opened, port })
    return () => {
      active = false
      fetcher.close()
      setTimeout(() => port?.terminate(), CLEANUP_MS)
    }
  }, [pdfUrl, renewable, fail])

  const reopen = useCallback(() => {
    setSession(undefined)
    setAttempt(({ number }) => createAttempt(number + 1))
  }, [])

  const { subscribe = subscribeToNothing, state = () => NOT_STARTED } = session?.fetcher ?? {}
  const fetchState = useSyncExternalStore(subscribe, state, () => NOT_STARTED)
  return { attempt, session, fetchState, failed: failedAttempt === attempt.number, fail, reopen }
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
