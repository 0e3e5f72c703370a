import { listen } from '#web/lib/browser-events.ts'

/**
 * Requests a wake lock, which keeps the screen on while the document is visible. Returns a function that releases the lock. The browser
 * also releases it when the page is hidden. Has no effect if wake locks are unsupported or refused, for example in a phone's power saving
 * mode.
 */
export function keepScreenOn(): () => void {
  // The property is undefined in browsers without the Screen Wake Lock API.
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
