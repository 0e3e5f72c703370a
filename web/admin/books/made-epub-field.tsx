import { useEffect, useState } from 'react'
import { bookForm } from '#contracts/catalogue/book.ts'
import { AdminMadeEpub, NOT_OFFERED } from '#contracts/catalogue/made-epub.ts'
import { read } from '#web/admin/kit/api.ts'
import { SwitchInput } from '#web/admin/kit/form/switch-input.tsx'
import type { ItemFormState } from '#web/admin/kit/form/use-item-form.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { formatBytes } from '#web/lib/format/bytes.ts'

const NEW_BOOK = 'Publish the book first. Its EPUB is made in the background; then look at it here, and offer it.'
const NEW_PDF = 'Save the new PDF first. Its EPUB is made in the background; then look at it here, and offer it.'

/** Switch that offers the EPUB made from a book's PDF, with a link to look at it before. Says why it can't be offered. */
export function MadeEpubField({ bookId, hasNewPdf, state }: { bookId: string | undefined; hasNewPdf: boolean; state: ItemFormState }) {
  const made = useMadeEpub(bookId)
  const isMade = made !== undefined && made !== 'failed' && made.state === 'made'
  return (
    <SwitchInput
      name="offerEpub"
      field={{ ...bookForm.offerEpub, hint: hintOf(made, { isNew: !bookId, hasNewPdf }) }}
      state={state}
      isDisabled={!isMade || hasNewPdf}
    >
      {isMade && made.url && !hasNewPdf && (
        <p className="flex min-h-11 flex-wrap items-center gap-x-1.5 text-sm text-soft">
          <a href={`${browserApi.base}/media/${made.url}`} className="inline-flex min-h-11 items-center text-link">
            Open the EPUB
          </a>
          <span className="tabular-nums">{formatBytes(made.bytes ?? 0)}</span>
        </p>
      )}
    </SwitchInput>
  )
}

function hintOf(made: ReturnType<typeof useMadeEpub>, { isNew, hasNewPdf }: { isNew: boolean; hasNewPdf: boolean }): string {
  if (isNew) return NEW_BOOK
  if (hasNewPdf) return NEW_PDF
  if (made === undefined) return 'Looking for the EPUB.'
  if (made === 'failed') return 'The state of the EPUB could not be loaded.'
  if (made.state === 'made') return `${bookForm.offerEpub.hint} Open it first, and look through it.`
  const score = made.state === 'poor' && made.score !== null ? ` It scores ${Math.floor(made.score * 100)} of 100.` : ''
  return `${NOT_OFFERED[made.state]}${score}`
}

/** Reads the state of the EPUB; undefined until it is read. */
function useMadeEpub(bookId: string | undefined): AdminMadeEpub | 'failed' | undefined {
  const [made, setMade] = useState<AdminMadeEpub | 'failed'>()
  useEffect(() => {
    if (!bookId) return
    const stop = new AbortController()
    read(AdminMadeEpub, `/admin/books/${encodeURIComponent(bookId)}/epub`, { signal: stop.signal }).then(
      setMade,
      () => !stop.signal.aborted && setMade('failed'),
    )
    return () => stop.abort()
  }, [bookId])
  return made
}
