import X from 'lucide-react/icons/x'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { useViewer, type ViewerPanelName } from './viewer-context.ts'

export const HIGHLIGHTS_LABEL = 'Highlights and notes'

/**
 * Panel beside the page; on a phone, over the page. The panel is open while it is rendered. Escape, Back and the close button close it and return
 * the focus to the button that opened the panel. Initially, the element with `data-autofocus` is focused, or else the close button.
 */
export function ViewerPanel({ title, children }: { title: string; children: ReactNode }) {
  const { panel: name, setPanel } = useViewer()
  const panel = useRef<HTMLElement>(null)
  const close = () => setPanel(undefined)
  useBackCloses(true, close)

  useLayoutEffect(() => {
    const element = panel.current
    const dialog = element?.closest('dialog')
    const first = element?.querySelector<HTMLElement>('[data-autofocus]') ?? element?.querySelector('button')
    first?.focus({ preventScroll: true })
    return () => {
      const opener = name && dialog?.querySelector<HTMLElement>(`[data-opens="${name}"]`)
      // The focus returns unless it was moved elsewhere in the meantime, for example to the page.
      if (element?.contains(document.activeElement) || document.activeElement === document.body) opener?.focus({ preventScroll: true })
    }
  }, [name])

  return (
    <aside
      ref={panel}
      className="viewer-panel"
      aria-label={title}
      tabIndex={-1}
      data-own-keys
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
    >
      <header className="viewer-panel-head">
        <h2 className="viewer-panel-name">{title}</h2>
        <button
          type="button"
          className="viewer-button"
          aria-label="Back to the page"
          title="Back to the page"
          data-closes-panel
          onClick={close}
        >
          <X aria-hidden />
        </button>
      </header>
      {children}
    </aside>
  )
}

/** Toggle button of a panel in the viewer's header. */
export function PanelButton({ opens, label, children }: { opens: ViewerPanelName; label: string; children: ReactNode }) {
  const { panel, setPanel } = useViewer()
  const isOpen = panel === opens
  return (
    <button
      type="button"
      className="viewer-button"
      aria-label={label}
      title={label}
      aria-expanded={isOpen}
      data-opens={opens}
      onClick={() => setPanel(isOpen ? undefined : opens)}
    >
      {children}
    </button>
  )
}

/** Returns whether a panel covers the page, as on a phone. Such a panel closes when the page is turned. */
export function coversPage(panel: Element | null): boolean {
  return (panel?.closest<HTMLElement>('.viewer-panel')?.offsetWidth ?? 0) >= innerWidth
}
