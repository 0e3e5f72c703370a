import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { listen } from '#web/lib/browser-events.ts'
import { colorOf, type Highlight } from '#web/lib/highlights/stored-highlights.ts'
import type { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { HighlightsPanel } from '#web/reading/viewer/book/passages/highlights-panel.tsx'
import { onPassageKey, PassageTools } from '#web/reading/viewer/book/passages/passage-tools.tsx'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { markAt } from './mark-at.ts'
import { boxesOf, type PageBox, readPageSelection } from './page-words.ts'

/** Highlights of the page whose words are known, the tools for selected words, and the list of the book's highlights. */
export function PageHighlights({
  stage,
  paper,
  highlights,
}: {
  stage: RefObject<HTMLElement | null>
  paper: RefObject<HTMLElement | null>
  highlights: ReturnType<typeof useHighlights>
}) {
  const { visible, panel, turnTo } = useViewer()
  const boxes = useBoxes(paper, visible, highlights.list)
  useEffect(
    () => (stage.current ? listen(stage.current, 'keydown', (event) => onPassageKey(event as KeyboardEvent, stage.current)) : undefined),
    [stage],
  )
  const findHighlight = (event: MouseEvent) => markAt(stage.current, event)
  return (
    <>
      {paper.current &&
        createPortal(
          boxes.flatMap(({ highlight: { id, note, ...highlight }, all }) =>
            all.map(({ left, top, width, height }) => (
              <span
                key={`${id} ${left} ${top}`}
                aria-hidden
                className="viewer-page-mark"
                data-highlight={id}
                data-color={colorOf(highlight)}
                data-noted={note ? '' : undefined}
                style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
              />
            )),
          ),
          paper.current,
        )}
      <PassageTools
        stage={stage}
        highlights={highlights}
        readSelection={() => (paper.current ? readPageSelection(paper.current, selectedPage(visible)) : undefined)}
        findHighlight={findHighlight}
      />
      {panel === 'highlights' && <HighlightsPanel highlights={highlights} onGoTo={(highlight) => turnTo(highlight.page)} />}
    </>
  )
}

/** Returns the visible page on which the selection begins. */
function selectedPage(visible: number[]): number {
  const selection = getSelection()
  const start = selection?.rangeCount ? selection.getRangeAt(0).startContainer : undefined
  const sheet = start?.parentElement?.closest<HTMLElement>('[data-page-number]')
  return visible.find((page) => `${page}` === sheet?.dataset.pageNumber) ?? Math.min(...visible)
}

/** Returns the boxes of the highlights on the visible pages, once their words are there. */
function useBoxes(paper: RefObject<HTMLElement | null>, visible: number[], list: Highlight[]) {
  const pages = visible.join(' ')
  const [found, setFound] = useState<{ pages: string; boxes: { highlight: Highlight; all: PageBox[] }[] }>()
  // The dependency is a JSON string, since the list is a new array on each render.
  const key = JSON.stringify(list)
  const read = useEffectEvent(() => {
    const sheet = paper.current
    if (!sheet) return
    const boxes = visible.flatMap((page) =>
      list
        .filter((highlight) => highlight.page === page || highlight.page === page - 1)
        .map((highlight) => ({ highlight, all: boxesOf(sheet, page, highlight) })),
    )
    setFound((before) => {
      const next = { pages, boxes }
      return JSON.stringify(before) === JSON.stringify(next) ? before : next
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page and the list are read anew when they change
  useEffect(() => {
    const sheet = paper.current
    if (!sheet) return
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => read())
    }
    soon()
    const observer = new MutationObserver(soon)
    observer.observe(sheet, { subtree: true, childList: true })
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [paper, pages, key])
  return found?.pages === pages ? found.boxes : []
}
