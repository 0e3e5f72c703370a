const WAIT_MS = 20_000

/** Resolves when a service worker controls this page. Installs the service worker if necessary. */
export async function awaitWorker(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  await serviceWorker.register('/sw.js')
  await new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('No service worker controls this page')), WAIT_MS)
    const check = () => {
      if (!serviceWorker.controller) return
      clearTimeout(timeout)
      resolve()
    }
    serviceWorker.addEventListener('controllerchange', check, { once: true })
    check()
  })
}
