import url from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** A pdf.js worker; none in browsers without module workers, where pdf.js runs on the main thread. */
type PdfWorker = { port: Worker | undefined; lost: boolean; onLost?: () => void }

const SPARE_MS = 60_000
let spare: PdfWorker | undefined

export const workerUrl = url

/** Starts a worker for the next document, so that its code is fetched only once. Terminated when no document is opened. */
export function startSpareWorker(): void {
  if (spare) return
  const started = startWorker()
  spare = started
  setTimeout(() => {
    if (spare !== started) return
    started.port?.terminate()
    spare = undefined
  }, SPARE_MS)
}

/** A worker for one document only, so that a document that hangs blocks no other. The caller terminates it. */
export function takeWorker(onLost: () => void): Worker | undefined {
  const worker = spare && !spare.lost ? spare : startWorker()
  spare = undefined
  worker.onLost = onLost
  return worker.port
}

function startWorker(): PdfWorker {
  let supportsModules = false
  const port = new Worker(url, {
    get type(): 'module' {
      supportsModules = true
      return 'module'
    },
  })
  if (!supportsModules) {
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
