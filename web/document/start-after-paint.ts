/**
 * Runs inline in public pages, which are complete without scripts. Loads a page's scripts once the hero image is painted, or after 1.5
 * seconds, so that scripts don't delay visible content on slow connections.
 *
 * Clicks and selections made before hydration are replayed after hydration. Then the service worker is registered. If the site has no
 * service worker, an existing registration is updated, and the new worker removes itself.
 *
 * The function is sent as source code, so it must not reference anything outside its body.
 */
export function startAfterPaint(hasServiceWorker: boolean) {
  document.currentScript?.remove()
  const TYPES = ['click', 'input', 'change']
  /** Functions that replay the last click, and the last selection in each select element. */
  const replays = new Map<unknown, () => void>()

  /** Button of the last click, marked as busy until the click is replayed. */
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
    // The event is stopped because React may already be listening: it would handle the click twice, or reset the selection during
    // hydration.
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
  /** Applies the style of a scrolled page's header, like web/site/layout/site-header.tsx after hydration. */
  function markScrolled() {
    document.documentElement.toggleAttribute('data-early-leave', scrollY > 0 && scrollY <= 50)
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
    // A new script element is needed, since changing the type of an existing one does not run it.
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', nonce: waiting.nonce, textContent: waiting.textContent })
    waiting.replaceWith(script)
  }
  // Registers or updates the service worker. Rejects if the browser denies access to storage.
  async function lookForWorker() {
    const workers = navigator.serviceWorker
    // A service worker that only removes itself must not be registered, since that would install the worker again.
    await (hasServiceWorker ? workers?.register('/sw.js') : (await workers?.getRegistration())?.update())
  }
  // The service worker is registered after the page's own files have loaded.
  addEventListener('load', () => setTimeout(() => lookForWorker().catch(() => {}), 3000))

  const painted = new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
  const picture = document
    .querySelector<HTMLImageElement>('[data-hero] img')
    ?.decode()
    .catch(() => {})
  const limit = new Promise((resolve) => setTimeout(resolve, 1500))
  // Painting is not awaited in a background tab, which never paints but may hydrate.
  Promise.race([Promise.all([painted, picture]), limit]).then(() =>
    document.hidden ? start() : requestAnimationFrame(() => setTimeout(start)),
  )
}
