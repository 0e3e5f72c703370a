import { listen } from '#web/lib/browser-events.ts'

/**
 * Keeps the screen on while the document is visible, until the returned function is called. The browser releases the lock when the page is
 * hidden. Does nothing if wake locks are unsupported or refused, for example by a phone that saves power.
 */
export function keepScreenOn(): () => void {
  // Undefined in browsers without the Screen Wake Lock API.
  const { wakeLock } = navigator as { wakeLock?: WakeLock }
  if (!wakeLock) return () => {}
  let lock: Promise<WakeLockSentinel | undefined> | undefined

  const release = () => lock?.then((held) => held?.release()).catch(() => {})
  function request() {
    if (document.visibilityState !== 'visible') return
    void release()
    lock = wakeLock?.request('screen').catch(() => undefined)
  }

  request()
  const stop = listen(document, 'visibilitychange', request)
  return () => {
    stop()
    void release()
  }
}
