import type { ComponentProps } from 'react'
import { PagedDocument } from '#web/features/viewer/page/paged-document.tsx'
import { LoadFailure, Loading } from './messages.tsx'
import { ReaderBoundary } from './reader-boundary.tsx'
import { usePdfSource } from './use-pdf-source.ts'

export type ReaderProps = Pick<ComponentProps<typeof PagedDocument>, 'book' | 'page' | 'onPage'> & {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
}

/** Any PDF, drawn by pdf.js. */
export function PdfReader({ pdfUrl, renewUrl, ...shown }: ReaderProps) {
  const { source, failed, attempt, ...fetching } = usePdfSource({ pdfUrl, renewUrl, wanted: true, onPage: shown.onPage })
  const failure = <LoadFailure onRetry={fetching.reopen} />
  if (failed) return failure
  if (!source) return <Loading fetchState={fetching.fetchState} />
  return (
    <ReaderBoundary key={attempt} fallback={failure}>
      <PagedDocument {...shown} {...fetching} source={source} />
    </ReaderBoundary>
  )
}
