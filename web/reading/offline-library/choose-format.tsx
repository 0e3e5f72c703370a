import { type FormEvent, useState } from 'react'
import { withPath } from '#contracts/common/media-url.ts'
import type { BookReflow, ServedBookPages } from '#contracts/reading/book-reflow.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { renewItemFile } from '#web/lib/access/item-file.ts'
import type { DownloadFormat } from '#web/lib/downloads/download-record.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { formatsOf } from './formats.ts'
import { useFreeSpace } from './use-free-space.ts'

/** Factor by which JSON syntax, such as paragraph kinds, styles and page numbers, enlarges a text */
const OVERHEAD = 1.2

/** Form for choosing a download format of an item, with the size of each format. */
export function ChooseFormat({
  product,
  begun,
  onChoose,
}: {
  product: DetailedItem
  /** Format of an interrupted download of the item */
  begun: DownloadFormat | undefined
  onChoose: (form: DownloadFormat, bytes: number) => void
}) {
  const forms = formatsOf(product, useTextBytes(product))
  const [wanted, setName] = useState(begun)
  // The text format is not preselected: its size is only known after a request, and the selection would change by itself.
  const name = wanted ?? forms.find((form) => form.name !== 'text')?.name
  const free = useFreeSpace()
  const chosen = forms.find((form) => form.name === name)
  const isTooLarge = chosen !== undefined && free !== undefined && chosen.bytes > free

  function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen) onChoose(chosen.name, chosen.bytes)
  }

  return (
    <form onSubmit={submit}>
      <p className="text-soft">
        Save it once, then open it from your shelf in this browser, even offline. No file is stored outside the browser.
      </p>
      <fieldset className="mt-4 border-rule border-t">
        <legend className="sr-only">Format</legend>
        {forms.map((form) => (
          <label
            key={form.name}
            className="-mx-3 grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 border-rule border-b px-3 py-3.5 has-checked:bg-paper-2"
          >
            <input
              type="radio"
              name="form"
              checked={form.name === name}
              onChange={() => setName(form.name)}
              className="relative top-1 size-5 accent-lamp-deep"
            />
            <span>
              <strong className="font-semibold">{form.label}</strong>
              <span className="mt-0.5 block text-base text-soft leading-snug">{form.note}</span>
            </span>
            <span className="whitespace-nowrap text-base tabular-nums">{formatDownloadSize(form.bytes)}</span>
          </label>
        ))}
      </fieldset>
      {free !== undefined && (
        <p className={`mt-4 text-base ${isTooLarge ? 'font-semibold text-brick' : 'text-soft'}`}>
          {isTooLarge ? `Not enough space: ${formatDownloadSize(free)} free for this site.` : `${formatDownloadSize(free)} free.`}
        </p>
      )}
      {/* The button stays enabled when space seems insufficient, since browsers only estimate the free space. */}
      <Button type="submit" className="mt-5 w-full">
        {begun === name ? 'Continue' : 'Save'}
        {chosen && <span className="font-normal tabular-nums">{formatDownloadSize(chosen.bytes)}</span>}
      </Button>
    </form>
  )
}

/** Returns the estimated download size of a book's reflowable text; null while the size is unknown or if the book has no such text. */
function useTextBytes(product: DetailedItem): number | null {
  const { value } = useFetched(product.item.id, async (signal) => {
    if (product.kind !== 'book' || product.item.encrypted) return null
    const file = await renewItemFile(product)
    const pages = await fetchJson<ServedBookPages>(withPath(file, '/pages'), signal)
    if (!pages?.hasFlow) return null
    const reflow = await fetchJson<BookReflow>(withPath(file, '/pages/flow'), signal)
    return reflow ? Math.round(reflow.parts.reduce((sum, { characters }) => sum + characters, 0) * OVERHEAD) : null
  })
  return typeof value === 'number' ? value : null
}

async function fetchJson<Answer>(url: string, signal: AbortSignal): Promise<Answer | undefined> {
  const response = await fetch(url, { signal })
  return response.ok ? (response.json() as Promise<Answer>) : undefined
}
