import { useEffect, useEffectEvent, useRef } from 'react'
import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { savesData } from '#web/lib/data-saver.ts'
import type { Highlight } from '#web/lib/highlights/stored-highlights.ts'
import { EndMark } from '#web/reading/viewer/book/end-mark.tsx'
import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { FetchError } from '#web/reading/viewer/book/page-error.tsx'
import type { ReflowSource } from '#web/reading/viewer/book/page-source.ts'
import { useOtherWays, useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import type { SpokenSentence } from './aloud/read-aloud.ts'
import { lastPage } from './blocks.ts'
import { ReflowPart } from './reflow-part.tsx'
import type { ReflowParts } from './use-reflow.ts'

/** Loading indicator or error message displayed instead of text that is not loaded. */
export function TextState() {
  const { fetchState, retryFetch, reopen } = useViewer()
  const ways = useOtherWays()
  const { failure } = fetchState
  return (
    <div className="reading-state">
      {failure ? (
        <FetchError failure={failure} retryFetch={retryFetch} reopen={reopen} />
      ) : (
        <Loading fetchState={{ ...fetchState, received: 0 }} ways={ways} />
      )}
    </div>
  )
}

/** Loaded parts of the text, with buttons that load the preceding and the following part. */
export function ReflowText({
  reflow,
  contents: { parts: all },
  parts: { first, last, total, loaded },
  highlights,
  spoken,
  onEarlier,
  onLater,
}: {
  reflow: ReflowSource
  contents: BookReflow
  parts: ReflowParts
  highlights: Highlight[]
  spoken: SpokenSentence | undefined
  onEarlier: () => void
  onLater: () => void
}) {
  const { book } = useViewer()
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const nameOf = (part: number) => all[part - 1]?.title
  return (
    <>
      {first > 1 && (
        <button type="button" className="reading-more" onClick={onEarlier}>
          {['Earlier', nameOf(first - 1)].filter(Boolean).join(': ')}
        </button>
      )}
      {shown.map((part) => {
        const blocks = loaded.get(part)
        if (!blocks) return <TextState key={part} />
        return (
          <ReflowPart
            key={part}
            part={part}
            blocks={blocks}
            pageBefore={(part > first && lastPage(loaded.get(part - 1))) || (all[part - 1]?.page ?? 1) - 1}
            highlights={highlights}
            spoken={spoken?.part === part ? spoken : undefined}
            reflow={reflow}
          />
        )
      })}
      {last < total && loaded.has(last) && <More title={nameOf(last + 1)} onReach={onLater} />}
      {last === total && loaded.has(last) && (
        <p className="reading-end">
          {!book.preview && 'The end'}
          <EndMark />
        </p>
      )}
    </>
  )
}

/** Button that loads the next part when the button comes near the viewport; with Save-Data, only when the button is visible. */
function More({ title, onReach }: { title: string | null | undefined; onReach: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const reach = useEffectEvent(onReach)
  useEffect(() => {
    const element = button.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && reach(), {
      root: element.closest('.reading-stage'),
      rootMargin: savesData() ? '0px' : '0px 0px 200% 0px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <button ref={button} type="button" className="reading-more" onClick={onReach}>
      {['Continue', title].filter(Boolean).join(': ')}
    </button>
  )
}
