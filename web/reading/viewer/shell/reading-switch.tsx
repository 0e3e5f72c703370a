import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toast } from '#web/lib/toast.ts'
import { LoadFailure, Loading } from '#web/reading/viewer/book/messages.tsx'
import type { ReflowSource } from '#web/reading/viewer/book/reflow-source.ts'
import type { ViewedBook } from '#web/reading/viewer/book/viewed-book.ts'
import { changeSettings, useReadingSettings } from '#web/reading/viewer/reflow/reading-settings.ts'

const loadReadingView = () => import('#web/reading/viewer/reflow/reading-view.tsx')

/**
 * Whether a document is displayed as reflowable text. The choice is stored; `startReading` opens the text regardless of the stored choice.
 */
export function useReadingSwitch(reflow: ReflowSource | undefined, startReading: boolean) {
  const { view } = useReadingSettings()
  const [starting, setStarting] = useState(startReading)
  const [none, setNone] = useState(false)
  const usable = none ? undefined : reflow
  const isReading = usable !== undefined && (starting || view === 'text')

  function setReading(next: boolean) {
    setStarting(false)
    changeSettings({ view: next ? 'text' : 'pages' })
  }
  /** Falls back to pages when the document turns out to have no reflowable text. The stored choice still applies to other books. */
  function showPagesOnly() {
    setNone(true)
    toast('This book can only be read as pages.', { id: 'reading' })
  }
  return { reflow: usable, isReading, setReading, showPagesOnly }
}

/** Button that switches between pages and reflowable text. */
export function ReadingButton({
  isReading,
  onChange,
  slot,
}: {
  isReading: boolean
  onChange: (isReading: boolean) => void
  slot: HTMLElement
}) {
  return createPortal(
    <button
      type="button"
      className="viewer-button viewer-reading-button"
      aria-label="Reading view"
      title={isReading ? 'Back to the pages' : 'Reading view: text in your own size'}
      aria-pressed={isReading}
      onClick={() => onChange(!isReading)}
    >
      Aa
    </button>,
    slot,
  )
}

/** The reading view, whose code is loaded when it is first rendered. */
export function ReadingSlot({ reflow, book, onNone }: { reflow: ReflowSource; book: ViewedBook; onNone: () => void }) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadReadingView>>>()
  const [attempt, setAttempt] = useState(1)
  const [failedAttempt, setFailedAttempt] = useState(0)

  useEffect(() => {
    let active = true
    loadReadingView().then(
      (module) => active && setLoaded(module),
      () => active && setFailedAttempt(attempt),
    )
    return () => {
      active = false
    }
  }, [attempt])

  if (loaded) return <loaded.ReadingView reflow={reflow} book={book} onNone={onNone} />
  return (
    <div className="viewer-stage">{failedAttempt === attempt ? <LoadFailure onRetry={() => setAttempt(attempt + 1)} /> : <Loading />}</div>
  )
}
