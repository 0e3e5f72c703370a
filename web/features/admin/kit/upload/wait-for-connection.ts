const FIRST_MS = 500
const LONGEST_MS = 30_000

/** Waits longer after each failure, but not once the browser says that it is online again. Rejects when it is stopped. */
export function waitForConnection(failures: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const delay = navigator.onLine ? Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) : LONGEST_MS
    // Many who lost the same line should not all come back at once.
    const timer = setTimeout(goOn, delay * (0.75 + Math.random() / 2))
    const onStop = () => {
      clean()
      reject(new DOMException('Cancelled', 'AbortError'))
    }
    function clean() {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      signal.removeEventListener('abort', onStop)
    }
    function goOn() {
      clean()
      resolve()
    }
    window.addEventListener('online', goOn)
    signal.addEventListener('abort', onStop)
  })
}
