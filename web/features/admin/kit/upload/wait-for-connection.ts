const FIRST_MS = 500
const MAX_MS = 30_000

/** Waits longer after each failure, or until the browser is online again. Rejects when it is aborted. */
export function waitForConnection(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const delay = navigator.onLine ? Math.min(MAX_MS, FIRST_MS * 2 ** failures) : MAX_MS
    // Jitter, so that clients that lost the same connection don't return at once.
    const timer = setTimeout(proceed, delay * (0.75 + Math.random() / 2))
    const onAbort = () => {
      cleanUp()
      reject(new DOMException('Cancelled', 'AbortError'))
    }
    function cleanUp() {
      clearTimeout(timer)
      window.removeEventListener('online', proceed)
      signal.removeEventListener('abort', onAbort)
    }
    function proceed() {
      cleanUp()
      resolve()
    }
    window.addEventListener('online', proceed)
    signal.addEventListener('abort', onAbort)
  })
}
