// The worker is bundled, so that its syntax is compiled for all supported browsers.
import url from './pdf.worker.ts?worker&url'

/** Loads the worker's code into the page, where pdf.js finds it. For browsers without module workers. */
export const loadWorkerCode = (): Promise<unknown> => import(/* @vite-ignore */ url)

/**
 * Starts a pdf.js worker for a single document, so that an unresponsive document does not block others. The caller must terminate the
 * worker. Returns undefined in browsers without module workers, where pdf.js runs on the main thread.
 */
export function startWorker(onLost: () => void): Worker | undefined {
  let supportsModules = false
  const port = new Worker(url, {
    get type(): 'module' {
      supportsModules = true
      return 'module'
    },
  })
  if (!supportsModules) {
    port.terminate()
    return undefined
  }

  let started = false
  port.addEventListener('message', () => (started = true), { once: true })
  port.addEventListener('error', () => {
    if (!started) onLost()
  })
  return port
}
