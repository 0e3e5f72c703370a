/**
 * Keeps the screen on while the document can be seen, until the returned function is called. The browser ends the lock when the page is
 * hidden. Where there is none, or it is refused, such as by a phone that saves power, nothing happens.
 */
export function keepScreenOn(): () => void {
  // Some browsers have none.
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  if (!wakeLock) return () => {}
  let lock: Promise<WakeLockSentinel | undefined> | undefined
  const stop = new AbortController()

  const release = () => lock?.then((held) => held?.release()).catch(() => {})
  function request() {
    if (document.visibilityState !== 'visible') return
    void release()
    lock = wakeLock?.request('screen').catch(() => undefined)
  }

  request()
  document.addEventListener('visibilitychange', request, { signal: stop.signal })
  return () => {
    stop.abort()
    void release()
  }
}
