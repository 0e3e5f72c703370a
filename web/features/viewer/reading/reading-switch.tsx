import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { LoadFailure, Loading } from '#web/features/viewer/document/messages.tsx'
import type { ViewedBook } from '#web/features/viewer/page/viewed-book.ts'
import { toast } from '#web/lib/toast.ts'
import type { FlowSource } from './flow-source.ts'
import { changeSettings, useReadingSettings } from './reading-settings.ts'

const loadReadingView = () => import('./reading-view.tsx')

/** Whether a document is read as flowing text. The choice is remembered; `startReading` begins with the text whatever was chosen. */
export function useReadingSwitch(flow: FlowSource | undefined, startReading: boolean) {
  const { view } = useReadingSettings()
  const [starting, setStarting] = useState(startReading)
  const [none, setNone] = useState(false)
  const usable = none ? undefined : flow
  const isReading = usable !== undefined && (starting || view === 'text')

  function setReading(next: boolean) {
    setStarting(false)
    changeSettings({ view: next ? 'text' : 'pages' })
  }
  /** That the server expected a text does not mean that there is one. What was chosen stays for other books. */
  function showPagesOnly() {
    setNone(true)
    toast('This book can only be read as pages.', { id: 'reading' })
  }
  return { flow: usable, isReading, setReading, showPagesOnly }
}

/** The button that turns from the pages to flowing text, and back. */
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

/** The reading view, whose code is loaded when it is shown first. */
export function ReadingSlot({ flow, book, onNone }: { flow: FlowSource; book: ViewedBook; onNone: () => void }) {
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

  if (loaded) return <loaded.ReadingView flow={flow} book={book} onNone={onNone} />
  return (
    <div className="viewer-stage">{failedAttempt === attempt ? <LoadFailure onRetry={() => setAttempt(attempt + 1)} /> : <Loading />}</div>
  )
}
