import BookOpen from 'lucide-react/icons/book-open'
import { useId } from 'react'
import { isFree } from '#contracts/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { usePriceLabel } from '#web/lib/access/owned-items.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { CoverOverlay } from '#web/ui/cover-overlay.tsx'
import { OpenWithoutScripts } from '#web/ui/open-without-scripts.tsx'
import { BookCover } from './book-cover.tsx'

const READ =
  '-mr-2 inline-flex min-h-11 min-w-11 items-center justify-center px-2 font-[650] text-lamp-deep decoration-[1.5px] underline-offset-4 hover:underline disabled:cursor-progress disabled:opacity-55'

/** A book in a grid. Opening it checks access first. */
export function BookCard({ book }: { book: CatalogueBook }) {
  const { verifying, open, intent } = useAccess({ kind: 'book', item: book })
  const titleId = useId()
  return (
    <article className="group flex h-full min-w-0 flex-col" {...intent}>
      <div className="spine relative aspect-2/3 overflow-hidden bg-rule">
        <div className="@container size-full transition-transform duration-500 ease-out group-has-[button:hover]:scale-[1.04] group-has-[button:focus-visible]:scale-[1.04]">
          <BookCover book={book} sizes="(width >= 64rem) 273px, (width >= 48rem) 22vw, 45vw" />
        </div>
        <CoverOverlay
          label="View Book"
          icon={<BookOpen aria-hidden className="size-5" />}
          busy={verifying}
          busyLabel="Verifying access..."
          describedBy={titleId}
          onClick={open}
        />
      </div>
      <h3 id={titleId} dir="auto" className="mt-4 line-clamp-3 text-title-xs [overflow-wrap:anywhere] lg:mt-5 lg:text-title-sm">
        {book.title}
      </h3>
      <p dir="auto" className="mt-1 line-clamp-2 text-sm text-soft leading-snug lg:text-base">
        {book.author}
      </p>
      <p dir="auto" className="mt-2.5 mb-3.5 line-clamp-2 text-sm leading-normal [overflow-wrap:anywhere] lg:text-md">
        {book.description}
      </p>
      <div className="mt-auto flex items-center justify-between gap-3 border-rule border-t pt-1 text-base tabular-nums">
        <span className={isFree(book.price) ? 'font-semibold text-leaf' : 'font-semibold'}>{usePriceLabel(book)}</span>
        <button type="button" disabled={verifying} aria-describedby={titleId} onClick={open} className={READ}>
          Read
        </button>
        <noscript>
          {import.meta.env.SSR && (
            <OpenWithoutScripts free={isFree(book.price)} file={book.pdfUrl} describedBy={titleId} className={READ}>
              Read
            </OpenWithoutScripts>
          )}
        </noscript>
      </div>
    </article>
  )
}
