import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { pdfjs } from 'react-pdf'
import { pdfOptions } from './pdf-options.ts'
import { type FetchState, Refused } from './range-answers.ts'
import { createRangeFetcher, type RangeFetcher } from './range-fetcher.ts'

type PdfFile = { data: Uint8Array } | { range: pdfjs.PDFDataRangeTransport }
type Session = { fetcher: RangeFetcher; worker: pdfjs.PDFWorker | undefined; file?: PdfFile }

const RETRY_MS = 800
/** pdf.js tidies up after a document by asking its worker. */
const FAREWELL_MS = 2000

const NOTHING: FetchState = { received: 0 }
const never = () => () => {}

/** One opening of one document: its bytes, and a worker of its own, which a document that hangs can't take along. */
export function usePdfSession({
  pdfUrl,
  renewUrl,
  onFailed,
}: {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  onFailed: () => void
}) {
  const [session, setSession] = useState<Session>()
  const fail = useEffectEvent(onFailed)
  const renew = useEffectEvent(() => renewUrl?.() ?? Promise.resolve(pdfUrl))
  const renewable = renewUrl !== undefined

  useEffect(() => {
    const fetcher = createRangeFetcher(pdfUrl, renewable ? () => renew() : undefined)
    const { worker, end } = startWorker(() => fail())
    let live = true
    setSession({ fetcher, worker })

    openPatiently(fetcher).then(
      (file) => live && setSession({ fetcher, worker, file }),
      () => live && fail(),
    )
    return () => {
      live = false
      fetcher.close()
      setTimeout(end, FAREWELL_MS)
    }
  }, [pdfUrl, renewable])

  const state = useSyncExternalStore(session?.fetcher.subscribe ?? never, session?.fetcher.state ?? (() => NOTHING))
  const worker = session?.worker
  const options = useMemo(() => ({ ...pdfOptions, ...(worker && { worker }) }), [worker])
  return { file: session?.file, options, state, retry: session?.fetcher.retry }
}

async function openPatiently(fetcher: RangeFetcher): Promise<PdfFile> {
  const { bytes, total } = await fetcher.open().catch(async (error) => {
    if (error instanceof Refused || !navigator.onLine) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return fetcher.open()
  })
  if (bytes.length === total) return { data: bytes }

  class Ranges extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      fetcher.fetchPart(begin, end).then(
        (part) => this.onDataRange(begin, part),
        () => {}, // The fetcher's state tells of it.
      )
    }
    override abort() {
      fetcher.close()
    }
  }
  return { range: new Ranges(total, bytes) }
}

function startWorker(onFailed: () => void): { worker: pdfjs.PDFWorker | undefined; end: () => void } {
  let understood = false
  const type = {
    get type(): 'module' {
      understood = true
      return 'module'
    },
  }
  const port = new Worker(workerUrl, type)
  // Browsers without module workers: pdf.js then works on the page's own thread.
  if (!understood) {
    port.terminate()
    pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
    return { worker: undefined, end: () => {} }
  }

  let started = false
  port.addEventListener('message', () => (started = true), { once: true })
  port.addEventListener('error', () => started || onFailed(), { once: true })
  // Its types know no port.
  const worker = new pdfjs.PDFWorker({ port: port as unknown as null, verbosity: pdfjs.VerbosityLevel.ERRORS })
  return {
    worker,
    end: () => {
      worker.destroy()
      port.terminate()
    },
  }
}
