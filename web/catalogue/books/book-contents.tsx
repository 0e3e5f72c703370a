import type { BookDetails } from '#contracts/catalogue/book.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'

type Entry = BookDetails['contents'][number]

/** Number of table-of-contents entries that are visible initially; further entries are collapsed. */
const SHOWN = 8

/** Table of contents of the book. Each entry opens the book at its page; entries whose pages this browser may not read are plain text. */
export function BookContents({
  contents,
  lastPage,
  disabled,
  onOpen,
}: {
  contents: Entry[]
  /** Last page that this browser is allowed to read */
  lastPage: number
  disabled: boolean
  onOpen: (page: number) => void
}) {
  const isLong = contents.length > SHOWN + 2
  const list = (entries: Entry[]) => (
    <ol className="-mx-3">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the contents of a file never change.
        <li key={index}>
          <Line entry={entry} onOpen={entry.page <= lastPage ? () => onOpen(entry.page) : undefined} disabled={disabled} />
        </li>
      ))}
    </ol>
  )
  if (contents.length === 0) return null
  return (
    <section aria-labelledby="contents" className="max-w-[68ch]">
      <h2 id="contents" className="mt-10 mb-3 text-title-md">
        Contents
      </h2>
      {list(isLong ? contents.slice(0, SHOWN) : contents)}
      {isLong && (
        <Disclosure title={`${contents.length - SHOWN} more`} className="border-rule border-t">
          {list(contents.slice(SHOWN))}
        </Disclosure>
      )}
    </section>
  )
}

const LINE =
  'grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-control px-3 py-2 text-left text-base leading-snug'

function Line({ entry, disabled, onOpen }: { entry: Entry; disabled: boolean; onOpen: (() => void) | undefined }) {
  const text = (
    <>
      <span dir="auto" className={classNames('[overflow-wrap:anywhere]', entry.depth > 0 && 'ps-5 text-soft')}>
        {entry.title}
      </span>
      <span className="text-soft tabular-nums">
        <span className="sr-only">Page </span>
        {entry.label}
      </span>
    </>
  )
  if (!onOpen) return <div className={LINE}>{text}</div>
  return (
    <button type="button" disabled={disabled} onClick={onOpen} className={classNames(LINE, 'hover:bg-paper-2 disabled:cursor-progress')}>
      {text}
    </button>
  )
}
