import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { takeWorker } from './pdf-worker.ts'
import { createRangeFetcher, type RangeFetcher } from './range-fetcher.ts'
import { RefusedError } from './range-responses.ts'

/** One opening of one document: its bytes and its worker, on their way while the reader's code is. */
export type DocumentSession = { fetcher: RangeFetcher; opened: ReturnType<RangeFetcher['open']>; port: Worker | undefined }

const RETRY_MS = 800
/** pdf.js tidies up after a document by asking its worker. */
const CLEANUP_MS = 2000

export function startDocumentSession({
  pdfUrl,
  renewUrl,
  onFailed,
}: {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  onFailed: () => void
}): DocumentSession & { end: () => void } {
  const fetcher = createRangeFetcher(pdfUrl, renewUrl)
  const port = takeWorker(onFailed)
  const opened = openWithRetry(fetcher)
  opened.catch(onFailed)
  return {
    fetcher,
    opened,
    port,
    end: () => {
      fetcher.close()
      setTimeout(() => port?.terminate(), CLEANUP_MS)
    },
  }
}

async function openWithRetry(fetcher: RangeFetcher) {
  try {
    return await fetcher.open()
  } catch (error) {
    if (error instanceof RefusedError || error instanceof AccessEndedError || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return fetcher.open()
  }
}
