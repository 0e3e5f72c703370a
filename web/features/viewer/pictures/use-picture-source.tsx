import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ServedBookPages } from '#contracts/book-flow.ts'
import { MAX_WIDTH } from '#web/features/viewer/page/page-fit.ts'
import type { OpenedPages, PageSource } from '#web/features/viewer/page/page-source.ts'
import type { FetchState } from '#web/lib/access/file-connection.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import { savesData } from '#web/lib/save-data.ts'
import { createPageFetcher, isStoredPdf, type PageFetcher } from './page-fetcher.ts'
import { PicturePage } from './picture-page.tsx'
import { choosePictureWidth } from './picture-width.ts'

/** Of the stage, on both sides together */
const STAGE_PADDING = 16
const PAGES_AHEAD = 2
const NOT_STARTED: FetchState = { received: 0 }
const subscribeToNothing = () => () => {}
const doNothing = () => {}

/** Opens a stored PDF by the pictures of its pages. `none` when the server has made no pages of it. */
export function usePictureSource({
  pdfUrl,
  renewUrl,
  firstPage,
}: {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  firstPage: number
}): OpenedPages & { none: boolean } {
  const [attempt, setAttempt] = useState(1)
  const [fetcher, setFetcher] = useState<PageFetcher>()
  const [opened, setOpened] = useState<'none' | 'failed' | PageSource>()
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(pdfUrl))
  const renewable = renewUrl !== undefined
  const stored = isStoredPdf(pdfUrl)
  const fetchFirst = useEffectEvent((current: PageFetcher) => {
    const width = Math.min(innerWidth - STAGE_PADDING, MAX_WIDTH)
    return current.fetchPicture(firstPage, choosePictureWidth(width, { screenRatio: devicePixelRatio, saves: savesData(), zoom: 1 }))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it
  useEffect(() => {
    if (!stored) return
    let active = true
    const current = createPageFetcher(pdfUrl, renewable ? () => renew() : undefined, findPictureFormat)
    setFetcher(current)
    // Before it is known how many pages there are: the stage finds it fetched.
    fetchFirst(current).catch(doNothing)
    current.fetchPages().then(
      (pages) => active && setOpened(pages ? createPictureSource(pages, current) : 'none'),
      () => active && setOpened('failed'),
    )
    return () => {
      active = false
      current.close()
    }
  }, [pdfUrl, renewable, stored, attempt])

  const reopen = useCallback(() => {
    setFetcher(undefined)
    setOpened(undefined)
    setAttempt((number) => number + 1)
  }, [])

  const { subscribe = subscribeToNothing, state = () => NOT_STARTED, retry = doNothing } = fetcher ?? {}
  const fetchState = useSyncExternalStore(subscribe, state, () => NOT_STARTED)
  return {
    source: typeof opened === 'object' ? opened : undefined,
    failed: opened === 'failed',
    none: !stored || opened === 'none',
    attempt,
    fetchState,
    retryFetch: retry,
    reopen,
  }
}

function createPictureSource({ sizes, outline, labels, hasFlow }: ServedBookPages, fetcher: PageFetcher): PageSource {
  const known = sizes.map(([width, height]) => ({ width, height }))
  return {
    total: known.length,
    sizes: known,
    fetchSize: (page) => Promise.reject(new Error(`There is no page ${page}`)),
    outline: outline.filter(({ page }) => page <= known.length),
    labels,
    fetchJson: fetcher.fetchJson,
    fetchThumbnail: fetcher.fetchThumbnail,
    ...(hasFlow && {
      flow: { fetchContents: fetcher.fetchFlowContents, fetchPart: fetcher.fetchFlowPart, fetchPicture: fetcher.fetchPicture },
    }),
    ahead: PAGES_AHEAD,
    renderPage: (shown) => {
      const points = known[shown.number - 1]
      return points && <PicturePage {...shown} fetcher={fetcher} points={points} />
    },
  }
}
