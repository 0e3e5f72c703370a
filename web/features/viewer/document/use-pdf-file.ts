import { useEffect, useMemo, useState } from 'react'
import { pdfjs } from 'react-pdf'
import { workerUrl } from './pdf-worker.ts'
import { PART_BYTES, type RangeFetcher } from './range-fetcher.ts'

const assets = `${import.meta.env.BASE_URL}pdfjs/${pdfjs.version}/`

/** The limit of a canvas on iOS. */
export const MAX_CANVAS_PIXELS = 16_700_000

/** pdf.js 6 does not evaluate code from documents, and scripting is never enabled. */
const pdfOptions = {
  rangeChunkSize: PART_BYTES,
  // The first has no effect without the second.
  disableAutoFetch: true,
  disableStream: true,
  canvasMaxAreaInBytes: MAX_CANVAS_PIXELS * 4,
  // Real books contain one-bit scans of 114 million pixels; larger images are not rendered.
  maxImageSize: 2 ** 27,
  cMapUrl: `${assets}cmaps/`,
  iccUrl: `${assets}iccs/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
}

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
