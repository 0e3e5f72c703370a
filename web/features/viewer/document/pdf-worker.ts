import url from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** A worker of pdf.js, or none in browsers that know no module workers; there pdf.js works on the page's own thread. */
type PdfWorker = { port: Worker | undefined; lost: boolean; onLost?: () => void }

const SPARE_MS = 60_000
let spare: PdfWorker | undefined

export const workerUrl = url

/** Starts a worker ahead, so that its code is fetched once whether the document is opened before it came or after. */
export function startSpareWorker(): void {
  if (spare) return
  const kept = startWorker()
  spare = kept
  setTimeout(() => {
    if (spare !== kept) return
    kept.port?.terminate()
    spare = undefined
  }, SPARE_MS)
}

/** A worker for one document alone, which a document that hangs can't take along. The caller ends it. */
export function takeWorker(onLost: () => void): Worker | undefined {
  const worker = spare && !spare.lost ? spare : startWorker()
  spare = undefined
  worker.onLost = onLost
  return worker.port
}

function startWorker(): PdfWorker {
  let understood = false
  const port = new Worker(url, {
    get type(): 'module' {
      understood = true
      return 'module'
    },
  })
  if (!understood) {
    port.terminate()
    return { port: undefined, lost: false }
  }

  const worker: PdfWorker = { port, lost: false }
  let started = false
  port.addEventListener('message', () => (started = true), { once: true })
  port.addEventListener('error', () => {
    if (started) return
    worker.lost = true
    worker.onLost?.()
  })
  return worker
}
