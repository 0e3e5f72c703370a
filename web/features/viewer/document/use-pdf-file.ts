import { useEffect, useMemo, useState } from 'react'
import { pdfjs } from 'react-pdf'
import type { DocumentSession } from './document-session.ts'
import { pdfOptions } from './pdf-options.ts'
import { workerUrl } from './pdf-worker.ts'
import type { RangeFetcher } from './range-fetcher.ts'

type PdfFile = { data: Uint8Array } | { range: pdfjs.PDFDataRangeTransport }

/** A session as react-pdf wants it: the file, once its beginning is there, and the options. */
export function usePdfFile({ fetcher, opened, port }: DocumentSession) {
  const [file, setFile] = useState<PdfFile>()

  useEffect(() => {
    let live = true
    opened.then(
      ({ bytes, total }) =>
        live && setFile(bytes.length === total ? { data: bytes } : { range: createRangeTransport(fetcher, bytes, total) }),
      () => {}, // Whoever started the session hears of it.
    )
    return () => {
      live = false
    }
  }, [fetcher, opened])

  const options = useMemo(() => {
    pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
    if (!port) return pdfOptions
    // The same port has the same worker, however often this runs.
    return { ...pdfOptions, worker: pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.ERRORS }) }
  }, [port])

  return { file, options }
}

function createRangeTransport(fetcher: RangeFetcher, beginning: Uint8Array, total: number) {
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
  return new Ranges(total, beginning)
}
