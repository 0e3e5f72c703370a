import { useEffect, useEffectEvent, useRef } from 'react'
import { useViewer } from './viewer-context.ts'

/** Invisible line at the end of the last page, or of the reflowable text, which reports when it scrolls into view. */
export function EndMark() {
  const { noteEnd } = useViewer()
  const line = useRef<HTMLSpanElement>(null)
  const note = useEffectEvent(noteEnd)

  useEffect(() => {
    const element = line.current
    if (!element) return
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && note(), {
      root: element.closest('.viewer-stage, .reading-stage'),
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return <span ref={line} aria-hidden className="viewer-end-mark" />
}
