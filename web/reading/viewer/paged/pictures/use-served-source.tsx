import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ServedBookPages } from '#contracts/reading/book-reflow.ts'
import { NOT_STARTED } from '#web/lib/access/file-connection.ts'
import type { DocumentFile } from '#web/lib/document-file.ts'
import { findPictureFormat } from '#web/lib/picture-format.ts'
import type { FirstPage } from '#web/reading/viewer/book/first-page.ts'
import { createPageFetcher, type PageFetcher } from '#web/reading/viewer/book/page-fetcher.ts'
import type { OpenedPages, PageSource } from '#web/reading/viewer/book/page-source.ts'
import { PicturePage } from './picture-page.tsx'

const PAGES_AHEAD = 2
const doNothing = () => {}

/** Opens a stored document by what the server made of it: page images and text. `none` is set when the server has nothing of it. */
export function useServedSource({
  url,
  file: { edition, hasPages },
  renewUrl,
  first,
}: {
  url: string
  file: DocumentFile
  renewUrl: (() => Promise<string>) | undefined
  first: FirstPage | undefined
}): OpenedPages & { none: boolean } {
  const [attempt, setAttempt] = useState(1)
  const [fetcher, setFetcher] = useState<PageFetcher>()
  const [opened, setOpened] = useState<'none' | 'failed' | PageSource>()
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(url))
  const renewable = renewUrl !== undefined
  const takeFirst = useEffectEvent(() => first?.take())
  const stored = edition !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it
  useEffect(() => {
    if (!stored) return
    let active = true
    const current = createPageFetcher(url, renewable ? () => renew() : undefined, findPictureFormat, takeFirst())
    setFetcher(current)
    current.fetchPages().then(
      (pages) => active && setOpened(pages ? createServedSource(pages, current, { hasPages }) : 'none'),
      () => active && setOpened('failed'),
    )
    return () => {
      active = false
      current.close()
    }
  }, [url, renewable, stored, hasPages, attempt])

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

function createServedSource(
  { sizes, outline, labels, hasFlow, direction }: ServedBookPages,
  fetcher: PageFetcher,
  { hasPages }: Pick<DocumentFile, 'hasPages'>,
): PageSource {
  const known = sizes.map((size) => (size ? { width: size[0], height: size[1] } : undefined))
  return {
    total: known.length,
    sizes: known,
    fetchSize: (page) => Promise.reject(new Error(`Page ${page} does not exist`)),
    outline: outline.filter(({ page }) => page <= known.length),
    // Downloads by earlier versions lack the property.
    direction: direction ?? 'ltr',
    labels,
    fetchJson: fetcher.fetchJson,
    ...(hasPages && { fetchThumbnail: fetcher.fetchThumbnail }),
    ...(hasFlow && {
      reflow: {
        fetchContents: fetcher.fetchReflowContents,
        fetchPart: fetcher.fetchReflowPart,
        fetchPicture: fetcher.fetchPicture,
        fetchImage: fetcher.fetchImage,
      },
    }),
    ahead: PAGES_AHEAD,
    ...(hasPages && {
      renderPage: (shown) => {
        const points = known[shown.number - 1]
        return points && <PicturePage {...shown} fetcher={fetcher} points={points} />
      },
    }),
  }
}
