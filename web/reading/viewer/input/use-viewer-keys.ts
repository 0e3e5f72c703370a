import { useEffect, useEffectEvent } from 'react'
import { listen } from '#web/lib/browser-events.ts'

/**
 * Registers keyboard shortcuts of the viewer. `findAction` returns the action for a key. The space bar is passed as `PageDown`, with Shift
 * as `PageUp`.
 */
export function useViewerKeys(findAction: (key: string, event: KeyboardEvent) => (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (target.closest('input, textarea, select, [contenteditable], [data-own-keys]')) return
    if (event.key === ' ' && target.closest('button, a, summary')) return
    const action = findAction(event.key === ' ' ? (event.shiftKey ? 'PageUp' : 'PageDown') : event.key, event)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => listen(window, 'keydown', (event) => onKey(event as KeyboardEvent)), [])
}
