import { type FormEvent, useState } from 'react'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import type { DownloadFormat } from '#web/lib/downloads/download-record.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { formatsOf } from './formats.ts'
import { useFreeSpace } from './use-free-space.ts'

/** Formats that were chosen last, one of each kind of items */
const chosenLast = createStoredValue('downloadFormats')

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
  const forms = formatsOf(product)
  const [wanted, setName] = useState(begun)
  const last = (chosenLast.useValue() ?? '').split(' ')
  // Without an earlier choice, the smallest format is preselected.
  const name = wanted ?? forms.find((form) => last.includes(form.name))?.name ?? forms[0]?.name
  const free = useFreeSpace()
  const chosen = forms.find((form) => form.name === name)
  const isTooLarge = chosen !== undefined && free !== undefined && chosen.bytes > free

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!chosen) return
    const others = last.filter((each) => each !== '' && !forms.some((form) => form.name === each))
    chosenLast.write([...others, chosen.name].join(' '))
    onChoose(chosen.name, chosen.bytes)
  }

  if (forms.length === 0) return <p>The text of this book is still being prepared. Open this page again in a minute.</p>
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
