import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepScreenOn } from './wake-lock.ts'

class Page extends EventTarget {
  visibilityState = 'visible'
  show(isVisible: boolean) {
    this.visibilityState = isVisible ? 'visible' : 'hidden'
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: Page
const request = vi.fn<() => Promise<{ release: () => Promise<void> }>>()
const release = vi.fn(async () => {})

beforeEach(() => {
  page = new Page()
  release.mockClear()
  request.mockReset().mockResolvedValue({ release })
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { wakeLock: { request } })
})
afterEach(() => vi.unstubAllGlobals())

test('the screen stays on until the document is closed', async () => {
  const stop = keepScreenOn()
  expect(request).toHaveBeenCalledTimes(1)
  stop()
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1), { timeout: 60_000 })
  page.show(true)
  expect(request).toHaveBeenCalledTimes(1)
})

test('the wake lock is requested again when the page becomes visible, but not while the page is hidden', () => {
  const stop = keepScreenOn()
  page.show(false)
  expect(request).toHaveBeenCalledTimes(1)
  page.show(true)
  expect(request).toHaveBeenCalledTimes(2)
  stop()
})

test('a wake lock granted after the document was closed is released', async () => {
  let grant = (_: { release: () => Promise<void> }) => {}
  request.mockReturnValue(new Promise((resolve) => (grant = resolve)))
  keepScreenOn()()
  grant({ release })
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1), { timeout: 60_000 })
})

test('an unsupported or refused wake lock is ignored', async () => {
  request.mockRejectedValue(new DOMException('Low battery', 'NotAllowedError'))
  keepScreenOn()()
  vi.stubGlobal('navigator', {})
  keepScreenOn()()
  expect(request).toHaveBeenCalledTimes(1)
})
