import { useEffect, useEffectEvent, useState } from 'react'
import { Loading } from '#web/features/viewer/document/messages.tsx'
import { PageError } from '#web/features/viewer/document/page-error.tsx'
import { choosePictureWidth, needsMoreThanPicture } from '#web/features/viewer/first-page/picture-width.ts'
import type { Size } from '#web/features/viewer/page/page-fit.ts'
import type { ShownPage } from '#web/features/viewer/page/page-source.ts'
import { savesData } from '#web/lib/save-data.ts'
import type { PageFetcher } from './page-fetcher.ts'
import { PageTextLayer } from './page-text-layer.tsx'
import { usePdfPages } from './pdf-pages-context.ts'
import { usePageText } from './use-page-text.ts'
import { usePicture } from './use-picture.ts'

/**
 * A page by its picture, with its text over it. pdf.js draws it in the same place when there is no picture, or when it is zoomed past
 * what the picture shows.
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
  const screen = { screenRatio: devicePixelRatio, zoom }
  const width = choosePictureWidth(size.width, { ...screen, saves: savesData() })
  const { layers, seen, missing, onLoaded, onBroken } = usePicture(fetcher, number, width)
  const text = usePageText(fetcher, number, { wanted: isCurrent && seen !== undefined })
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

  return (
    <div data-page-number={number} className="viewer-picture-page">
      {layers.map((picture) => (
        <img
          key={picture.url}
          src={picture.url}
          // The text is read in place of the picture.
          alt={text?.runs.length ? '' : `Page ${number}`}
          draggable={false}
          className="viewer-layer viewer-picture"
          data-drawn={picture === seen || undefined}
          onLoad={() => onLoaded(picture)}
          onError={() => onBroken(picture)}
        />
      ))}
      {text && !drawn && <PageTextLayer text={text} points={points} width={size.width} />}
      {needsPdf &&
        pdf.source?.renderPage({
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

/** In place of a page that is not there yet. */
function PictureMessage({ missing, shown: { fetchState, retryFetch, reopen } }: { missing: boolean; shown: ShownPage }) {
  const { pdf } = usePdfPages()
  const { failure } = fetchState
  if (missing && pdf.failed) return <PageError reason="broken" onRetry={pdf.reopen} />
  // pdf.js says itself how far it is.
  if (missing && pdf.source) return null
  if (!missing && failure) return <PageError reason={failure} onRetry={failure === 'refused' ? reopen : retryFetch} />
  return <Loading />
}
