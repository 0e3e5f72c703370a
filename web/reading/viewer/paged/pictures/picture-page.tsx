import { createContext, use, useEffect, useEffectEvent, useState } from 'react'
import type { PageText } from '#contracts/reading/book-pages.ts'
import type { PageWidth } from '#contracts/reading/page-widths.ts'
import { wordsOfPage } from '#contracts/reading/place-words.ts'
import { hasFastLine, savesData } from '#web/lib/data-saver.ts'
import type { PagePicture } from '#web/reading/viewer/book/first-page.ts'
import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { FetchError, PageError } from '#web/reading/viewer/book/page-error.tsx'
import type { PageFetcher } from '#web/reading/viewer/book/page-fetcher.ts'
import { type OpenedPages, pageName, type ShownPage, type Size } from '#web/reading/viewer/book/page-source.ts'
import { choosePictureWidth, needsMoreThanPicture } from '#web/reading/viewer/book/picture-width.ts'
import { useOtherWays, useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PageTextLayer } from './page-text-layer.tsx'

/** Document opened by pdf.js, for pages whose images are missing or not sharp enough. */
export type PdfPages = { pdf: OpenedPages; wantPdf: () => void }

export const PdfPagesContext = createContext<PdfPages | null>(null)

function usePdfPages(): PdfPages {
  const pdfPages = use(PdfPagesContext)
  if (!pdfPages) throw new Error('PdfPagesContext has no provider')
  return pdfPages
}

/**
 * Page displayed by its image, with a text layer. pdf.js renders the page in the same position when the image is missing or the zoom
 * exceeds the image's resolution.
 */
export function PicturePage({
  fetcher,
  points,
  ...shown
}: ShownPage & {
  fetcher: PageFetcher
  /** Width and height of the page in points */
  points: Size
}) {
  const { number, isCurrent, size, zoom, onShown } = shown
  const { pdf, wantPdf } = usePdfPages()
  const [isFast] = useState(hasFastLine)
  const screen = { screenRatio: devicePixelRatio, zoom }
  const width = choosePictureWidth(size.width, { ...screen, saves: savesData(), isFast })
  const { layers, seen, missing, onLoaded, onBroken } = usePicture(fetcher, number, width)
  const text = usePageText(fetcher, number, { wanted: isCurrent && seen !== undefined })
  const { noteWords, source, page } = useViewer()
  const isPlace = number === page
  const note = useEffectEvent(noteWords)
  const [drawn, setDrawn] = useState(false)
  const needsPdf = isCurrent && (missing || needsMoreThanPicture(size.width, screen))
  const isShown = seen !== undefined || drawn
  const notify = useEffectEvent(onShown)
  const want = useEffectEvent(wantPdf)

  useEffect(() => {
    if (needsPdf) want()
    else setDrawn(false)
  }, [needsPdf])
  useEffect(() => {
    if (isCurrent && isShown) notify()
  }, [isCurrent, isShown])

  useEffect(() => {
    if (isPlace && text) note(number, wordsOfPage(text.runs.map(([, , , , run]) => run).join(' ')))
  }, [isPlace, text, number])

  return (
    <div data-page-number={number} className="viewer-picture-page">
      {layers.map((picture) => (
        <img
          key={picture.url}
          src={picture.url}
          // The alternative text is empty if the page has a text layer, which screen readers read instead.
          alt={text?.runs.length ? '' : `Page ${pageName(source, number)}`}
          draggable={false}
          className="viewer-layer viewer-picture"
          data-drawn={picture === seen || undefined}
          onLoad={() => onLoaded(picture)}
          onError={() => onBroken(picture)}
        />
      ))}
      {text && !drawn && <PageTextLayer text={text} points={points} width={size.width} />}
      {needsPdf &&
        pdf.source?.renderPage?.({
          ...shown,
          fetchState: pdf.fetchState,
          retryFetch: pdf.retryFetch,
          reopen: pdf.reopen,
          silent: seen !== undefined,
          onShown: () => setDrawn(true),
        })}
      {isCurrent && !isShown && <PictureMessage missing={missing} shown={shown} />}
    </div>
  )
}

/** Message displayed instead of a page whose image is missing or not loaded yet. */
function PictureMessage({ missing, shown: { fetchState, retryFetch, reopen } }: { missing: boolean; shown: ShownPage }) {
  const { pdf } = usePdfPages()
  const ways = useOtherWays()
  const { failure, isBusy } = missing ? pdf.fetchState : fetchState
  if (missing && pdf.failed) return <PageError reason="broken" onRetry={pdf.reopen} />
  // No loading or error message is rendered while pdf.js displays the page, since pdf.js has its own messages.
  if (missing && pdf.source) return null
  if (!missing && failure) return <FetchError failure={failure} retryFetch={retryFetch} reopen={reopen} />
  return <Loading fetchState={{ received: 0, isBusy }} ways={ways} />
}

/** Fetches the text of a page once `wanted` is set; undefined while loading and if the page has no text. */
function usePageText(fetcher: PageFetcher, page: number, { wanted }: { wanted: boolean }): PageText | undefined {
  const [text, setText] = useState<PageText>()

  useEffect(() => {
    if (!wanted) return
    let active = true
    fetcher.fetchText(page).then((fetched) => active && setText(fetched))
    return () => {
      active = false
    }
  }, [fetcher, page, wanted])

  return text && text.runs.length + text.links.length > 0 ? text : undefined
}

/**
 * Fetches the image of a page in a width. `layers` are the images to stack: the visible image and, while it is loading, a wider one.
 * `missing` is set when the image is unavailable or broken.
 */
function usePicture(fetcher: PageFetcher, page: number, width: PageWidth) {
  const [seen, setSeen] = useState(() => fetcher.shownPicture(page, width))
  const [next, setNext] = useState<PagePicture>()
  const [missing, setMissing] = useState(false)

  useEffect(() => {
    let active = true
    fetcher.fetchPicture(page, width).then(
      (picture) => {
        if (!active) return
        if (picture) setNext(picture)
        else setMissing(true)
      },
      () => {}, // The failure is in the fetcher's state.
    )
    return () => {
      active = false
    }
  }, [fetcher, page, width])

  function onBroken(picture: PagePicture) {
    setMissing(true)
    if (picture === next) setNext(undefined)
  }

  const layers = [seen, next === seen ? undefined : next].filter((picture) => picture !== undefined)
  return { layers, seen, missing: missing && !seen, onLoaded: setSeen, onBroken }
}
