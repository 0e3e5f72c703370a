import { type RefObject, useEffect } from 'react'
import { listen } from '#web/lib/browser-events.ts'

const CONTROLS = 'button:not(:disabled), a[href], input, textarea, select'

/**
 * Retains the focus within the viewer when the focused control is removed. In a panel, the focus moves to the nearest control of the same
 * list, or else to the panel; elsewhere, to the page. Without focus, the next Escape would close the document.
 */
export function useKeptFocus(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewer = inside.current?.closest<HTMLElement>('.viewer')
    if (!viewer) return
    let last: Node | null = null
    const stop = listen(viewer, 'focusin', ({ target }) => {
      last = target as Node
    })
    const observer = new MutationObserver((records) => {
      if (document.activeElement !== document.body) return
      const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)))
      if (removal) findNext(removal, viewer).focus({ preventScroll: true })
    })
    observer.observe(viewer, { subtree: true, childList: true })
    return () => {
      stop()
      observer.disconnect()
    }
  }, [inside])
}

function findNext({ target, previousSibling }: MutationRecord, viewer: HTMLElement): HTMLElement {
  const panel = (target as Element).closest<HTMLElement>('.viewer-panel')
  if (!panel?.isConnected) return viewer.querySelector<HTMLElement>(':is(.viewer-stage, .reading-stage)[tabindex]') ?? viewer
  const siblings = (target as Element).matches('ul, ol, li') ? [...target.childNodes] : []
  const gap = previousSibling ? siblings.indexOf(previousSibling as ChildNode) + 1 : 0
  for (const node of [...siblings.slice(gap), ...siblings.slice(0, gap).reverse()]) {
    const control = node instanceof HTMLElement && (node.matches(CONTROLS) ? node : node.querySelector<HTMLElement>(CONTROLS))
    if (control) return control
  }
  return panel
}
