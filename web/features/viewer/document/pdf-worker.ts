// Bundled, and not as it is published, so that it is written in the syntax of all supported browsers.
import url from './pdf.worker.ts?worker&url'

/** Loads the worker's code into the page, where pdf.js finds it; for browsers without module workers. */
export const loadWorkerCode = (): Promise<unknown> => import(/* @vite-ignore */ url)

/**
 * Starts a pdf.js worker for one document only, so that a document that hangs blocks no other. The caller terminates it. There is none
 * in browsers without module workers, where pdf.js runs on the main thread.
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
