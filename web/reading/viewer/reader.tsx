import { type ComponentProps, useState } from 'react'
import { LoadFailure, Loading } from './document/messages.tsx'
import { ReaderBoundary } from './document/reader-boundary.tsx'
import { usePdfSource } from './document/use-pdf-source.ts'
import type { FirstPage } from './first-page/first-page.ts'
import { FirstPicture } from './first-page/first-picture.tsx'
import { PagedDocument } from './page/paged-document.tsx'
import { useJumpBack } from './page/use-jump-back.ts'
import { PdfPagesContext } from './pictures/pdf-pages-context.ts'
import { usePictureSource } from './pictures/use-picture-source.tsx'

/** Displays a PDF by its server-rendered page images, or by pdf.js without them. */
export function Reader({
  pdfUrl,
  renewUrl,
  first,
  ...shown
}: Pick<ComponentProps<typeof PagedDocument>, 'book' | 'page' | 'onPage' | 'toolsSlot' | 'startReading'> & {
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  /** Requests started before this code was loaded */
  first: FirstPage | undefined
}) {
  const [pdfWanted, setPdfWanted] = useState(false)
  const jumps = useJumpBack(shown.page, shown.onPage)
  const pictures = usePictureSource({ pdfUrl, renewUrl, first })
  const pdf = usePdfSource({ pdfUrl, renewUrl, wanted: pdfWanted || pictures.none, onLink: jumps.followLink })
  const { source, failed, attempt, ...fetching } = pictures.none ? pdf : pictures
  const failure = <LoadFailure onRetry={fetching.reopen} />

  if (failed) return failure
  if (!source) return attempt === 1 && !pictures.none ? <FirstPicture first={first} /> : <Loading fetchState={fetching.fetchState} />
  return (
    <ReaderBoundary key={attempt} fallback={failure}>
      <PdfPagesContext value={{ pdf, wantPdf: () => setPdfWanted(true) }}>
        <PagedDocument {...shown} {...fetching} source={source} jumps={jumps} />
      </PdfPagesContext>
    </ReaderBoundary>
  )
}
