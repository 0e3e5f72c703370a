import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import type { Annotations } from 'react-pdf/dist/shared/types.d.ts'
import { Loading, PageError } from '#web/features/viewer/document/messages.tsx'
import { MAX_CANVAS_PIXELS } from '#web/features/viewer/document/use-pdf-file.ts'
import { useWatchdog } from '#web/features/viewer/document/use-watchdog.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import { canvasRatio, fitPage } from './page-fit.ts'
import { usePageSize } from './use-page-size.ts'

const SAFE_LINK = /^(https?|mailto|tel):/i

/** One page. After a change of width the canvas of the old width is shown, scaled, until the new one is rendered. */
export function PageSheet({
  number,
  stageWidth,
  failed,
  onRendered,
}: {
  number: number
  stageWidth: number
  failed: boolean
  onRendered: () => void
}) {
  const { pdf, page, zoom, fetchState, reopen } = useViewer()
  const isCurrent = number === page
  const sheet = useRef<HTMLDivElement>(null)
  const { size } = usePageSize(pdf, number)
  const { width, height } = fitPage(size, stageWidth, zoom)
  const [renderedWidth, setRenderedWidth] = useState<number>()
  const [error, setError] = useState<'render' | 'timeout'>()
  const [attempt, setAttempt] = useState(0)
  const notify = useEffectEvent(onRendered)
  const isRendered = renderedWidth !== undefined
  const isWaiting = isCurrent && !isRendered && !fetchState.failure
  useWatchdog({ waiting: isWaiting && !error, activity: fetchState.received, onTimeout: () => setError('timeout') })
  useEffect(() => {
    if (isCurrent && isRendered) notify()
  }, [isCurrent, isRendered])

  if (error || failed) {
    const renderAgain = () => {
      setError(undefined)
      setAttempt((count) => count + 1)
    }
    // A worker that stopped responding stays so, and reopening replaces it.
    return isCurrent && <PageError reason="broken" onRetry={error === 'render' ? renderAgain : reopen} />
  }
  const widths = renderedWidth === undefined || renderedWidth === width ? [width] : [renderedWidth, width]
  return (
    <div ref={sheet} className="viewer-sheet" data-waiting={!isCurrent || undefined}>
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
            onRenderAnnotationLayerSuccess={() => labelLinks(sheet.current)}
          />
        </div>
      ))}
      {isWaiting && <Loading />}
    </div>
  )
}

/** Keeps only links with a safe target; other annotations are rendered as part of the page, without behaviour. */
function onlySafeLinks({ annotations }: { annotations: Annotations }): Annotations {
  return annotations.filter(
    (annotation) => annotation.subtype === 'Link' && (annotation.url ? SAFE_LINK.test(annotation.url) : annotation.dest),
  )
}

/** Labels links for screen readers: pdf.js puts empty elements over the text. */
function labelLinks(layer: ParentNode | null): void {
  for (const link of layer?.querySelectorAll<HTMLAnchorElement>('.annotationLayer a:not([aria-label])') ?? []) {
    const isInternal = link.getAttribute('href')?.startsWith('#')
    link.setAttribute(
      'aria-label',
      link.title || (isInternal ? 'Go to another page' : link.href.replace(/^(https?:\/\/|mailto:|tel:)/, '')),
    )
  }
}
