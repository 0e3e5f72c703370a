import { Component, type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react'
import type { DocumentFile } from '#web/lib/document-file.ts'
import { useLocatedPlace } from '#web/reading/viewer/book/editions/use-located-place.ts'
import type { FirstPage } from '#web/reading/viewer/book/first-page.ts'
import { LoadFailure, Loading, PasswordMissing } from '#web/reading/viewer/book/messages.tsx'
import { readSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { useJumpBack } from '#web/reading/viewer/book/use-jump-back.ts'
import { PdfPagesContext } from '#web/reading/viewer/paged/pictures/picture-page.tsx'
import { useDocumentSource } from '#web/reading/viewer/paged/use-document-source.ts'
import { FirstPicture } from './first-picture.tsx'
import { OpenDocument } from './open-document.tsx'

/** Displays a document at the stored place, and messages until it is open. */
export function Reader({
  url,
  file,
  renewUrl,
  first,
  onTotal,
  resumes,
  ...shown
}: Pick<ComponentProps<typeof OpenDocument>, 'book' | 'page' | 'onPage' | 'toolsSlot' | 'startReading'> & {
  /** Whether the document opens at the stored place */
  resumes: boolean
  url: string
  file: DocumentFile
  renewUrl: (() => Promise<string>) | undefined
  /** Requests started before the reader's code was loaded */
  first: FirstPage | undefined
  /** Called with the number of pages once it is known */
  onTotal: (total: number) => void
}) {
  const jumps = useJumpBack(shown.page, shown.onPage)
  const document = useDocumentSource({ url, file, renewUrl, first, onLink: jumps.followLink })
  const { source, failed, isLocked, isFirst, attempt, pdfPages, ...fetching } = document
  const total = source?.total
  const isText = shown.startReading || !file.hasPages || readSettings().view === 'text'
  const start = useLocatedPlace(shown.book, source, { resumes, isText, onPage: shown.onPage })
  const noteTotal = useEffectEvent(onTotal)
  useEffect(() => {
    if (total) noteTotal(total)
  }, [total])
  const failure = <LoadFailure onRetry={fetching.reopen} />

  if (isLocked) return <PasswordMissing onRetry={fetching.reopen} />
  if (failed) return failure
  if (!source || !start) {
    const { fetchState } = fetching
    const ways = { download: shown.book.download, onRetry: fetching.reopen }
    if (!isFirst) return <Loading fetchState={fetchState} ways={ways} />
    return <FirstPicture first={first} fetchState={{ received: 0, isBusy: fetchState.isBusy }} ways={ways} />
  }
  return (
    <ReaderBoundary key={attempt} fallback={failure}>
      <PdfPagesContext value={pdfPages}>
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
