import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { findCurrentEntry, type OutlineEntry, pageOfTotal } from '#web/reading/viewer/book/page-source.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { Thumbnail } from './thumbnails.tsx'

/** Time for which the slider rests on a page before its thumbnail is fetched, in ms */
const REST_MS = 150
const MAX_MARKS = 60

/** Slider over all pages, with marks where chapters begin. It names the page that it is on, and turns to it when it is released. */
export function PageSlider({ outline, onChoose }: { outline: OutlineEntry[]; onChoose: (page: number) => void }) {
  const { source, page, total } = useViewer()
  const [at, setAt] = useState({ page, value: page })
  if (at.page !== page) setAt({ page, value: page })
  const { value } = at
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const chapter = findCurrentEntry(outline, value)?.title
  const position = `Page ${pageOfTotal(source, value)}`
  const settled = useSettled(value, REST_MS)
  const marks = listChapters(outline)

  // React reports each movement of a slider as a change. The browser's own event follows when the slider is released, or with a key.
  const choose = useEffectEvent((chosen: number) => onChoose(chosen))
  useEffect(() => {
    const slider = input.current
    return slider ? listen(slider, 'change', () => choose(Number(slider.value))) : undefined
  }, [])

  return (
    <section className="viewer-slider" aria-label="Place in the book">
      <p className="viewer-slider-place" aria-hidden>
        <span>
          {position} · {Math.round((value / total) * 100)}%
        </span>
        {chapter && <span className="viewer-slider-chapter">{chapter}</span>}
      </p>
      <input
        ref={input}
        type="range"
        dir={source.direction}
        min={1}
        max={total}
        value={value}
        list={marks.length <= MAX_MARKS ? id : undefined}
        aria-label="Page"
        aria-valuetext={[position, chapter].filter(Boolean).join(', ')}
        onChange={(event) => setAt({ page, value: Number(event.currentTarget.value) })}
      />
      {marks.length <= MAX_MARKS && (
        <datalist id={id}>
          {marks.map((entry) => (
            <option key={`${entry.page} ${entry.title}`} value={entry.page} />
          ))}
        </datalist>
      )}
      {source.fetchThumbnail && value !== page && settled !== null && (
        <ol className="viewer-thumbnails">
          <li>
            <Thumbnail key={value} number={value} fetchThumbnail={source.fetchThumbnail} onChoose={() => onChoose(value)} />
          </li>
        </ol>
      )}
    </section>
  )
}

/** Returns the entries down to the first level that has several: the outline of many books begins with their title alone. */
function listChapters(outline: OutlineEntry[]): OutlineEntry[] {
  const ofLevel = (level: number) => outline.filter(({ depth }) => depth <= level)
  return [0, 1, 2].map(ofLevel).find(({ length }) => length > 1) ?? []
}
