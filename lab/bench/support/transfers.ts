import type { Page } from 'playwright-core'

/**
 * Time without requests after which the network counts as idle, in ms; long enough for requests that a page delays, such as that of the
 * notices, three seconds after the first press.
 */
const QUIET_MS = 4000

/** Response received over the network; `body` is the compressed size in bytes. */
export type Transfer = { kind: 'page or data' | 'script' | 'style' | 'font' | 'image'; body: number; headers: number }

/** Records the responses that a page receives over the network, without responses from the browser's cache. */
export async function watchTransfers(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  const cached = new Set<string>()
  const answered = new Map<string, Transfer>()
  let finished: Transfer[] = []
  line.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  line.on('Network.responseReceived', ({ requestId, response: { fromDiskCache, mimeType, encodedDataLength: headers } }) => {
    if (!fromDiskCache && !cached.has(requestId)) answered.set(requestId, { kind: kindOf(mimeType), headers, body: 0 })
  })
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = answered.get(requestId)
    if (transfer) finished.push({ ...transfer, body: encodedDataLength - transfer.headers })
  })
  return {
    /** Returns the transfers since the last call, once the network is idle */
    async take(): Promise<Transfer[]> {
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(QUIET_MS)
      const taken = finished
      finished = []
      return taken
    },
  }
}

function kindOf(mimeType: string): Transfer['kind'] {
  if (mimeType.startsWith('image/')) return 'image'
  if (mimeType.startsWith('font/')) return 'font'
  if (mimeType === 'text/css') return 'style'
  return mimeType.endsWith('/javascript') ? 'script' : 'page or data'
}
