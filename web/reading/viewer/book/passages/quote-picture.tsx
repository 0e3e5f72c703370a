import Download from 'lucide-react/icons/download'
import Share2 from 'lucide-react/icons/share-2'
import { useEffect, useState } from 'react'
import { downloadName } from '#contracts/common/download-name.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Loading } from '#web/reading/viewer/book/messages.tsx'
import { drawQuote, type Quote } from './draw-quote.ts'

/** Picture of the selected words, with buttons that share or save it. */
export function QuotePicture({ quote, onDone }: { quote: Quote; onDone: () => void }) {
  const [picture, setPicture] = useState<{ file: File; url: string } | 'failed'>()
  const key = JSON.stringify(quote)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the quotation is a new object on each render
  useEffect(() => {
    let url: string | undefined
    let active = true
    drawQuote(quote).then(
      (blob) => {
        if (!active) return
        url = URL.createObjectURL(blob)
        setPicture({ file: new File([blob], downloadName(quote.title, '.png'), { type: 'image/png' }), url })
      },
      () => active && setPicture('failed'),
    )
    return () => {
      active = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [key])

  if (picture === 'failed') return <p role="alert">This picture could not be drawn.</p>
  if (!picture) return <Loading />
  const { file, url } = picture
  return (
    <>
      <img className="reading-quote-picture" src={url} alt={`“${quote.words}” on the color of the book`} />
      {navigator.canShare?.({ files: [file] }) && (
        <button
          type="button"
          className="viewer-button"
          // The promise is rejected when the visitor closes the share sheet.
          onClick={() => void navigator.share?.({ files: [file], title: quote.title }).then(onDone, () => undefined)}
        >
          <Share2 aria-hidden />
          Share
        </button>
      )}
      <button
        type="button"
        className="viewer-button"
        onClick={() => {
          saveFile(file, file.name)
          onDone()
        }}
      >
        <Download aria-hidden />
        Save
      </button>
    </>
  )
}
