import { onTestFinished, vi } from 'vitest'

/** Makes local storage reject every new text, as when its quota is exceeded, until the returned function is called. */
export function fillStorage(): () => void {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  return () => setItem.mockRestore()
}

/** Makes local storage throw, as in a browser that denies access to site data, until the test ends. */
export function denyStorage(): void {
  const storage = Object.getOwnPropertyDescriptor(window, 'localStorage')
  Object.defineProperty(window, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  onTestFinished(() => void (storage && Object.defineProperty(window, 'localStorage', storage)))
}
