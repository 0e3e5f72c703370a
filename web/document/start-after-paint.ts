import type { StorageKey } from '#contracts/kept-in-browsers.ts'

/**
 * Runs inline in a public page, which is complete without scripts: fetches them once the opening picture stands, or 1.5 seconds later
 * if it doesn't, so that on a slow line nothing that is seen waits for them. What a visitor presses or chooses meanwhile is done when
 * the page has come alive. It is sent as its own source, so it can use nothing from around it.
 */
export function startAfterPaint() {
  document.currentScript?.remove()
  // As lib/access/refresh-owned-items.ts does.
  try {
    if (localStorage.getItem('ownedItems' satisfies StorageKey)) document.documentElement.setAttribute('data-owner', '')
  } catch {
    // Storage is forbidden.
  }
  const TYPES = ['click', 'input', 'change']
  /** The last press, and the last choice of every list. */
  const wanted = new Map<unknown, () => void>()

  function keep(event: Event) {
    if (!(event.target instanceof Element)) return
    const button = event.type === 'click' && event.target.closest<HTMLElement>('button[type=button]')
    const list = event.type !== 'click' && event.target.closest('select')
    if (button) wanted.set('press', () => button.click())
    if (list) wanted.set(list, choose.bind(null, list, list.value))
    // Else React, which may listen already, would do it a second time, or take back a choice while it takes over the list.
    if (button || list) event.stopPropagation()
  }
  function choose(list: HTMLSelectElement, value: string) {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
  function done() {
    for (const type of TYPES) removeEventListener(type, keep, true)
    for (const act of wanted.values()) act()
  }
  for (const type of TYPES) addEventListener(type, keep, true)
  addEventListener('alive', done, { once: true })

  function start() {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
    const waiting = document.querySelector<HTMLScriptElement>('script[type=later]')
    if (!waiting) return
    // A changed type starts nothing: a script is prepared once.
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', nonce: waiting.nonce, textContent: waiting.textContent })
    waiting.replaceWith(script)
  }
  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
  const picture = document
    .querySelector<HTMLImageElement>('[data-hero] img')
    ?.decode()
    .catch(() => {})
  const limit = new Promise((resolve) => setTimeout(resolve, 1500))
  // A page in the background is not painted, but may come alive.
  Promise.race([Promise.all([painted, picture]), limit]).then(() =>
    document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)),
  )
}
