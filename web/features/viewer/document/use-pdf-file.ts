import { useEffect, useMemo, useState } from 'react'
import { pdfjs } from 'react-pdf'
import { pdfOptions } from './pdf-options.ts'
import { workerUrl } from './pdf-worker.ts'
import type { RangeFetcher } from './range-fetcher.ts'

/** One attempt to open a document: its first bytes and its worker, both requested while the reader's code loads. */
export type DocumentSession = { fetcher: RangeFetcher; opened: ReturnType<RangeFetcher['open']>; port: Worker | undefined }

type PdfFile = { data: Uint8Array } | { range: pdfjs.PDFDataRangeTransport }

/** The props that react-pdf needs: the file, once its beginning has arrived, and the options. */
export function usePdfFile({ fetcher, opened, port }: DocumentSession) {
  const [file, setFile] = useState<PdfFile>()

  useEffect(() => {
    let active = true
    opened.then(
      ({ bytes, total }) =>
        active && setFile(bytes.length === total ? { data: bytes } : { range: createRangeTransport(fetcher, bytes, total) }),
      () => {}, // useDocumentSession handles the failure.
    )
    return () => {
      active = false
    }
  }, [fetcher, opened])

  const options = useMemo(() => {
    pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
    if (!port) return pdfOptions
    // `create` returns the same worker for the same port.
    return { ...pdfOptions, worker: pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.ERRORS }) }
  }, [port])

  return { file, options }
}

function createRangeTransport(fetcher: RangeFetcher, beginning: Uint8Array, total: number) {
  class Ranges extends pdfjs.PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      fetcher.fetchPart(begin, end).then(
        (part) => this.onDataRange(begin, part),
        () => {}, // The fetcher's state has the failure.
      )
    }
    override abort() {
      fetcher.close()
    }
  }
  return new Ranges(total, beginning)
}
