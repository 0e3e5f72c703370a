import { isFree } from '#contracts/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { usePriceLabel } from '#web/lib/access/owned-items.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { BookCover } from './book-cover.tsx'

/** A book in a short list. The whole row is a button, which checks access as a card does. */
export function BookRow({ book }: { book: CatalogueBook }) {
  const { verifying, open, intent } = useAccess({ kind: 'book', item: book })
  return (
    <button
      type="button"
      disabled={verifying}
      onClick={open}
      {...intent}
      className="group grid w-full grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-3 text-left disabled:cursor-progress sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:gap-x-5"
    >
      <span className="spine @container block aspect-2/3 overflow-hidden bg-rule">
        <BookCover book={book} sizes="64px" />
      </span>
      <span className="min-w-0">
        <span
          dir="auto"
          className="line-clamp-2 font-medium font-serif text-title-xs leading-tight decoration-lamp decoration-[1.5px] underline-offset-4 [overflow-wrap:anywhere] group-hover:underline sm:text-title-sm"
        >
          {book.title}
        </span>
        <span
          className={
            isFree(book.price) ? 'mt-1 block font-semibold text-base text-leaf' : 'mt-1 block font-semibold text-base tabular-nums'
          }
        >
          {usePriceLabel(book)}
        </span>
      </span>
      <span role="status" className="flex items-center gap-2 font-[650] text-base text-lamp-deep">
        {verifying ? (
          <>
            <Spinner className="text-lamp" />
            <span className="max-sm:sr-only">Verifying access...</span>
          </>
        ) : (
          <span className="px-2 decoration-[1.5px] underline-offset-4 group-hover:underline">Read</span>
        )}
      </span>
    </button>
  )
}
