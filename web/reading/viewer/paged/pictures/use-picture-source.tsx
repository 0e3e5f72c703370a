import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ServedBookPages } from '#contracts/reading/book-reflow.ts'
import { NOT_STARTED } from '#web/lib/access/file-connection.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import { type FirstPage, isStoredPdf } from '#web/reading/viewer/book/first-page.ts'
import { createPageFetcher, type PageFetcher } from '#web/reading/viewer/book/page-fetcher.ts'
import type { OpenedPages, PageSource } from '#web/reading/viewer/book/page-source.ts'
import { PicturePage } from './picture-page.tsx'

const PAGES_AHEAD = 2
const doNothing = () => {}

/** Opens a stored PDF by its page images. `none` is set when the server has not rendered its pages. */
export function usePictureSource({
  pdfUrl,
  renewUrl,
  first,
}: {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  first: FirstPage | undefined
}): OpenedPages & { none: boolean } {
  const [attempt, setAttempt] = useState(1)
  const [fetcher, setFetcher] = useState<PageFetcher>()
  const [opened, setOpened] = useState<'none' | 'failed' | PageSource>()
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(pdfUrl))
  const renewable = renewUrl !== undefined
  const takeFirst = useEffectEvent(() => first?.take())
  const stored = isStoredPdf(pdfUrl)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it
  useEffect(() => {
    if (!stored) return
    let active = true
    const current = createPageFetcher(pdfUrl, renewable ? () => renew() : undefined, findPictureFormat, takeFirst())
    setFetcher(current)
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

  const { state = NOT_STARTED, retry = doNothing } = fetcher ?? {}
  const fetchState = state.useValue()
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
    fetchSize: (page) => Promise.reject(new Error(`Page ${page} does not exist`)),
    outline: outline.filter(({ page }) => page <= known.length),
    labels,
    fetchJson: fetcher.fetchJson,
    fetchThumbnail: fetcher.fetchThumbnail,
    ...(hasFlow && {
      reflow: { fetchContents: fetcher.fetchReflowContents, fetchPart: fetcher.fetchReflowPart, fetchPicture: fetcher.fetchPicture },
    }),
    ahead: PAGES_AHEAD,
    renderPage: (shown) => {
      const points = known[shown.number - 1]
      return points && <PicturePage {...shown} fetcher={fetcher} points={points} />
    },
  }
}
