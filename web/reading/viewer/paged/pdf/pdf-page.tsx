import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import type { Annotations } from 'react-pdf/dist/shared/types.d.ts'
import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { FetchError, PageError } from '#web/reading/viewer/book/page-error.tsx'
import type { ShownPage } from '#web/reading/viewer/book/page-source.ts'
import { useOtherWays } from '#web/reading/viewer/book/viewer-context.ts'
import { canvasRatio } from '#web/reading/viewer/paged/page-fit.ts'
import { useWatchdog } from './use-watchdog.ts'

/** Maximum size of a canvas on iOS, in pixels. */
export const MAX_CANVAS_PIXELS = 16_700_000
const SAFE_LINK = /^(https?|mailto|tel):/i

/** Page rendered by pdf.js. When the width changes, the previous canvas stays visible, scaled, until the new canvas is rendered. */
export function PdfPage({
  number,
  isCurrent,
  size: { width, height },
  silent = false,
  fetchState,
  retryFetch,
  reopen,
  onShown,
}: ShownPage) {
  const layers = useRef<HTMLDivElement>(null)
  const [renderedWidth, setRenderedWidth] = useState<number>()
  const [error, setError] = useState<'render' | 'timeout'>()
  const [attempt, setAttempt] = useState(0)
  const notify = useEffectEvent(onShown)
  const ways = useOtherWays()
  const isRendered = renderedWidth !== undefined
  const { failure, isBusy } = fetchState
  const isWaiting = isCurrent && !isRendered && !failure
  useWatchdog({ waiting: isWaiting && !error, activity: fetchState.received, onTimeout: () => setError('timeout') })
  useEffect(() => {
    if (isCurrent && isRendered) notify()
  }, [isCurrent, isRendered])

  if (error) {
    const renderAgain = () => {
      setError(undefined)
      setAttempt((count) => count + 1)
    }
    // An unresponsive worker does not recover, so retrying reopens the document with a new worker.
    return isCurrent && !silent && <PageError reason="broken" onRetry={error === 'render' ? renderAgain : reopen} />
  }
  const widths = renderedWidth === undefined || renderedWidth === width ? [width] : [renderedWidth, width]
  return (
    <div ref={layers}>
      {widths.map((each) => (
        <div
          key={`${each} ${attempt}`}
          className="viewer-layer"
          data-drawn={each === renderedWidth || undefined}
          style={each === width ? undefined : { transform: `scale(${width / each})` }}
        >
          <Page
            pageNumber={number}
            width={each}
            devicePixelRatio={canvasRatio({ width: each, height: (height * each) / width }, devicePixelRatio, MAX_CANVAS_PIXELS)}
            renderTextLayer={isCurrent}
            renderAnnotationLayer={isCurrent}
            filterAnnotations={onlySafeLinks}
            loading={null}
            error={null}
            onRenderSuccess={() => setRenderedWidth(each)}
            onRenderError={() => setError('render')}
            onLoadError={() => setError('render')}
            onRenderAnnotationLayerSuccess={() => labelLinks(layers.current)}
          />
        </div>
      ))}
      {isWaiting && !silent && <Loading fetchState={{ received: 0, isBusy }} ways={ways} />}
      {isCurrent && !isRendered && failure && !silent && <FetchError failure={failure} retryFetch={retryFetch} reopen={reopen} />}
    </div>
  )
}

/** Returns only links with a safe target. Other annotations are rendered as part of the page, but are not interactive. */
function onlySafeLinks({ annotations }: { annotations: Annotations }): Annotations {
  return annotations.filter(
    (annotation) => annotation.subtype === 'Link' && (annotation.url ? SAFE_LINK.test(annotation.url) : annotation.dest),
  )
}

/** Adds accessible names to links, since pdf.js renders them as empty elements over the text. */
function labelLinks(layer: ParentNode | null): void {
  for (const link of layer?.querySelectorAll<HTMLAnchorElement>('.annotationLayer a:not([aria-label])') ?? []) {
    const isInternal = link.getAttribute('href')?.startsWith('#')
    link.setAttribute(
      'aria-label',
      link.title || (isInternal ? 'Go to another page' : link.href.replace(/^(https?:\/\/|mailto:|tel:)/, '')),
    )
  }
}
