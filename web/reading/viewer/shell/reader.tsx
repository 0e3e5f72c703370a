import { Component, type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useLocatedPlace } from '#web/reading/viewer/book/editions/use-located-place.ts'
import type { FirstPage } from '#web/reading/viewer/book/first-page.ts'
import { LoadFailure, Loading, PasswordMissing } from '#web/reading/viewer/book/messages.tsx'
import { useJumpBack } from '#web/reading/viewer/book/use-jump-back.ts'
import { usePdfSource } from '#web/reading/viewer/paged/pdf/use-pdf-source.ts'
import { PdfPagesContext } from '#web/reading/viewer/paged/pictures/picture-page.tsx'
import { usePictureSource } from '#web/reading/viewer/paged/pictures/use-picture-source.tsx'
import { readSettings } from '#web/reading/viewer/reflow/reading-settings.ts'
import { FirstPicture } from './first-picture.tsx'
import { OpenDocument } from './open-document.tsx'

/** Displays a PDF by its server-rendered page images, or by pdf.js if there are none. */
export function Reader({
  pdfUrl,
  renewUrl,
  first,
  onTotal,
  resumes,
  ...shown
}: Pick<ComponentProps<typeof OpenDocument>, 'book' | 'page' | 'onPage' | 'toolsSlot' | 'startReading'> & {
  /** Whether the document opens at the stored place */
  resumes: boolean
  pdfUrl: string
  renewUrl: (() => Promise<string>) | undefined
  /** Requests started before the reader's code was loaded */
  first: FirstPage | undefined
  /** Called with the number of pages once it is known */
  onTotal: (total: number) => void
}) {
  const [pdfWanted, setPdfWanted] = useState(false)
  const jumps = useJumpBack(shown.page, shown.onPage)
  const pictures = usePictureSource({ pdfUrl, renewUrl, first })
  const pdf = usePdfSource({ pdfUrl, renewUrl, wanted: pdfWanted || pictures.none, onLink: jumps.followLink })
  const { source, failed, attempt, ...fetching } = pictures.none ? pdf : pictures
  const total = source?.total
  const isText = shown.startReading || readSettings().view === 'text'
  const start = useLocatedPlace(shown.book, source, { resumes, isText, onPage: shown.onPage })
  const noteTotal = useEffectEvent(onTotal)
  useEffect(() => {
    if (total) noteTotal(total)
  }, [total])
  const failure = <LoadFailure onRetry={fetching.reopen} />

  if (pictures.none && pdf.isLocked) return <PasswordMissing onRetry={fetching.reopen} />
  if (failed) return failure
  if (!source || !start) {
    const { fetchState } = fetching
    const ways = { pdfUrl: shown.book.download?.url, onRetry: fetching.reopen }
    if (attempt > 1 || pictures.none) return <Loading fetchState={fetchState} ways={ways} />
    return <FirstPicture first={first} fetchState={{ received: 0, isBusy: fetchState.isBusy }} ways={ways} />
  }
  return (
    <ReaderBoundary key={attempt} fallback={failure}>
      <PdfPagesContext value={{ pdf, wantPdf: () => setPdfWanted(true) }}>
        <OpenDocument {...shown} {...fetching} {...start} source={source} jumps={jumps} />
      </PdfPagesContext>
    </ReaderBoundary>
  )
}

/** Error boundary around an open document, inside the viewer. */
class ReaderBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
