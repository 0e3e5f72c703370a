import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { listen } from '#web/lib/browser-events.ts'

/** Identifies a link or button across renderings of a page, by its name and its index among controls with the same name. */
type Mark = { name: string; index: number }

const CONTROLS = 'main a, main button, footer a, header a'
const nameOf = (element: Element) => `${element.getAttribute('href')} ${element.textContent}`
const equals = (name: string) => [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((element) => nameOf(element) === name)

/** The last pressed control of each page, by the key of the page's history entry */
const pressed = new Map<string, Mark>()

/**
 * Focuses the heading of a new page. After Back or Forward, focuses the control that was last pressed on the page. Returns the title of the
 * new page for the screen reader announcement.
 */
export function usePageFocus(): string {
  const { key, pathname, hash } = useLocation()
  const type = useNavigationType()
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
    const mark = type === 'POP' ? pressed.get(key) : undefined
    const target = mark && equals(mark.name)[mark.index]
    // For a link to a fragment of the page, the browser sets the focus.
    if (!target && hash) return
    focus(target ?? document.querySelector<HTMLElement>('main h1') ?? document.getElementById('main'))
  }, [key, pathname, hash, type])

  useEffect(
    () =>
      listen(document, 'click', ({ target }) => {
        const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS)
        if (control) pressed.set(key, { name: nameOf(control), index: equals(nameOf(control)).indexOf(control) })
      }),
    [key],
  )
  return title
}

function focus(element: HTMLElement | null) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  // Focusing must not scroll, since the page is already scrolled to its top or to its previous position.
  element.focus({ preventScroll: true })
}
