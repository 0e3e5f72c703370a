import type { StorageKey } from '#contracts/common/browser-storage.ts'

/**
 * Runs inline in a public page, which is complete without scripts. Loads the page's scripts once the hero image is painted, or after 1.5
 * seconds, so that nothing visible waits for scripts on a slow connection. Clicks and choices made before hydration are replayed after it.
 * Then the service worker is registered; on a site without one, an existing registration is updated, which makes the installed worker
 * remove itself. Sent as its own source, so it must not reference anything outside itself.
 */
export function startAfterPaint(hasServiceWorker: boolean) {
  document.currentScript?.remove()
  // Same attribute as in lib/access/refresh-owned-items.ts.
  try {
    if (localStorage.getItem('ownedItems' satisfies StorageKey)) document.documentElement.setAttribute('data-owner', '')
  } catch {
    // Storage access is denied.
  }
  const TYPES = ['click', 'input', 'change']
  /** Replays of the last click and of the last choice in each list. */
  const replays = new Map<unknown, () => void>()

  /** The button of the last click, which looks busy until the replay. */
  let pressed: Element | undefined

  function record(event: Event) {
    if (!(event.target instanceof Element)) return
    const button = event.type === 'click' && event.target.closest<HTMLElement>('button[type=button]')
    const list = event.type !== 'click' && event.target.closest('select')
    if (button) {
      pressed?.removeAttribute('aria-busy')
      pressed = button
      button.setAttribute('aria-busy', 'true')
      replays.set('click', () => button.click())
    }
    if (list) replays.set(list, choose.bind(null, list, list.value))
    // React may already be listening: it would handle the click twice, or reset the choice while hydrating the list.
    if (button || list) event.stopPropagation()
  }
  function choose(list: HTMLSelectElement, value: string) {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  }
  function replay() {
    removeEventListener('scroll', markScrolled)
    for (const type of TYPES) removeEventListener(type, record, true)
    pressed?.removeAttribute('aria-busy')
    for (const act of replays.values()) act()
  }
  /** Shows the header of a scrolled page, like web/site/layout/site-header.tsx after hydration. */
  function markScrolled() {
    document.documentElement.toggleAttribute('data-early-scroll', scrollY > 50)
  }
  addEventListener('scroll', markScrolled, { passive: true })
  for (const type of TYPES) addEventListener(type, record, true)
  addEventListener('hydrated', replay, { once: true })

  function start() {
    const waiting = document.querySelector<HTMLScriptElement>('script[data-modules]')
    if (!waiting) return
    for (const href of waiting.dataset.modules?.split(' ').filter(Boolean) ?? [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    // Changing the type of an existing script does not run it.
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', nonce: waiting.nonce, textContent: waiting.textContent })
    waiting.replaceWith(script)
  }
  // Rejects if storage access is denied.
  async function lookForWorker() {
    const workers = navigator.serviceWorker
    // Registering the self-removing worker would install it again.
    await (hasServiceWorker ? workers?.register('/sw.js') : (await workers?.getRegistration())?.update())
  }
  // After the page's own files have loaded.
  addEventListener('load', () => setTimeout(() => lookForWorker().catch(() => {}), 3000))

  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
  const picture = document
    .querySelector<HTMLImageElement>('[data-hero] img')
    ?.decode()
    .catch(() => {})
  const limit = new Promise((resolve) => setTimeout(resolve, 1500))
  // A background tab never paints, but may hydrate.
  Promise.race([Promise.all([painted, picture]), limit]).then(() =>
    document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)),
  )
}
