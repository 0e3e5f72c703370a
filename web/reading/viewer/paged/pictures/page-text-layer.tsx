import type { PageText } from '#contracts/reading/book-pages.ts'
import { pageName, type Size } from '#web/reading/viewer/book/page-source.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'

/** Transparent text layer over a page image, for selecting, copying and screen readers, with the page's links. */
export function PageTextLayer({
  text: { direction, runs, links },
  points,
  width,
}: {
  text: PageText
  points: Size
  /** Page width in CSS pixels */
  width: number
}) {
  return (
    // Coordinates in this element are points of the page: the element is scaled so that one CSS pixel equals one point.
    <div className="viewer-text" dir={direction} style={{ ...points, transform: `scale(${width / points.width})` }}>
      {runs.map(([left, top, runWidth, height, run, endsLine], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a page never change
        <Run key={index} left={left} top={top} width={runWidth} height={height} text={run} endsLine={endsLine} />
      ))}
      <PageLinks links={links} />
    </div>
  )
}

function Run({
  left,
  top,
  width,
  height,
  text,
  endsLine,
}: {
  left: number
  top: number
  width: number
  height: number
  text: string
  endsLine: 0 | 1
}) {
  const natural = measureWidth(text, height)
  const transform = width > 0 && natural > 0 ? `scaleX(${width / natural})` : undefined
  return (
    <>
      <span style={{ left, top, fontSize: height, transform }}>{text}</span>
      {endsLine === 1 && <br />}
    </>
  )
}

let canvas: CanvasRenderingContext2D | null | undefined

/** Returns the width of a text in the font of the text layer, in the unit of `height`. */
function measureWidth(text: string, height: number): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = `${height}px sans-serif`
  return canvas.measureText(text).width
}

/** Links over a page image: to other pages, and to web addresses, email addresses and phone numbers. */
function PageLinks({ links }: Pick<PageText, 'links'>) {
  const { source, jumps } = useViewer()
  return links.map(([left, top, width, height, target], index) => {
    const place = { className: 'viewer-link', style: { left, top, width, height } }
    return typeof target === 'number' ? (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
        key={index}
        type="button"
        {...place}
        aria-label={`Go to page ${pageName(source, target)}`}
        onClick={() => jumps.followLink(target)}
      />
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a page never change
        key={index}
        {...place}
        href={target}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={target.replace(/^(https?:\/\/|mailto:|tel:)/, '')}
      />
    )
  })
}
