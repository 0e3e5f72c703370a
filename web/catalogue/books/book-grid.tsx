import BookOpen from 'lucide-react/icons/book-open'
import Headphones from 'lucide-react/icons/headphones'
import { useId } from 'react'
import { isFree } from '#contracts/shop/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { useMayOpen, usePriceLabel } from '#web/lib/access/owned-items.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useReadLabel } from '#web/lib/places/left-at.ts'
import { useSite } from '#web/lib/site.tsx'
import { CardAction } from '#web/ui/card-action.tsx'
import { CardCover } from '#web/ui/card-cover.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeletons } from '#web/ui/loading.tsx'
import { PAIR_WIDTH, type PictureLoading } from '#web/ui/picture.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'

export const BOOK_GRID = 'grid pairs gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-4 md:gap-y-12 lg:gap-x-9'

/** Number of books in the first row of a wide screen. Their covers are on the first screen of a list. */
const FIRST_ROW = 4

export function BookGrid({ books }: { books: CatalogueBook[] }) {
  const { wording } = useSite()
  if (books.length === 0)
    return (
      <EmptyState icon={<BookOpen />} title={wording.bookshop.empty}>
        <p>There are no books to show right now. Please come back soon.</p>
      </EmptyState>
    )
  return (
    <ul className={BOOK_GRID}>
      {books.map((book, index) => (
        <li key={book.id} className="min-w-0">
          <BookCard book={book} loading={index < FIRST_ROW ? 'eager' : 'lazy'} />
        </li>
      ))}
    </ul>
  )
}

export function BookGridLoading({ count }: { count: number }) {
  return (
    <div className={BOOK_GRID}>
      <Skeletons count={count}>
        <div className="aspect-2/3 rounded-[2px_4px_4px_2px] bg-rule/70" />
        <div className="mt-5 h-6 w-4/5 rounded-xs bg-rule/70" />
        <div className="mt-3 h-4 w-1/2 rounded-xs bg-rule/50" />
        <div className="mt-4 mb-16 h-10 rounded-xs bg-rule/40" />
      </Skeletons>
    </div>
  )
}

const READ =
  '-mr-2 inline-flex min-h-11 min-w-11 items-center justify-center px-2 font-[650] text-lamp-deep decoration-[1.5px] underline-offset-4 hover:underline disabled:cursor-progress disabled:opacity-55'

/** Card of a book in a grid. Access is checked before the book opens. */
export function BookCard({ book, loading }: { book: CatalogueBook; loading?: PictureLoading }) {
  const access = useAccess({ kind: 'book', item: book })
  const titleId = useId()
  const mayOpen = useMayOpen(book)
  const isBegun = useReadLabel(book) !== 'Read' && mayOpen
  return (
    <article className="group flex h-full min-w-0 flex-col" {...access.intent}>
      <div className="spine relative aspect-2/3 overflow-hidden bg-rule">
        <CardCover
          item={book}
          sizes={`(min-width: 64rem) 273px, (min-width: 48rem) 22vw, ${PAIR_WIDTH}`}
          loading={loading}
          label="View Book"
          icon={<BookOpen aria-hidden className="size-5" />}
          access={access}
          titleId={titleId}
        />
      </div>
      <h3
        id={titleId}
        lang={book.language ?? undefined}
        dir="auto"
        className="mt-4 line-clamp-3 text-title-xs [overflow-wrap:anywhere] lg:mt-5 lg:text-title-sm"
      >
        <TitleLink to={`/books/${book.slug}`}>{book.title}</TitleLink>
      </h3>
      <p dir="auto" className="mt-1 line-clamp-2 text-sm text-soft leading-snug lg:text-base">
        {book.author}
      </p>
      {book.pageCount !== null && (
        <p className="mt-1 hidden text-sm text-soft tabular-nums md:block">{pluralize(book.pageCount, 'page', 'pages')}</p>
      )}
      <p
        lang={book.language ?? undefined}
        dir="auto"
        className="mt-2.5 mb-3.5 line-clamp-2 text-sm leading-normal [overflow-wrap:anywhere] lg:text-md"
      >
        {book.description}
      </p>
      <div className="mt-auto flex items-center justify-between gap-3 border-rule border-t pt-1 text-base tabular-nums">
        <span className="flex items-center gap-2.5">
          <span className={isFree(book.price) ? 'font-semibold text-leaf' : 'font-semibold'}>{usePriceLabel(book)}</span>
          {book.hasAudio && (
            <span title="With an audiobook">
              <Headphones aria-hidden className="size-4.5 text-soft" />
              <span className="sr-only">With an audiobook</span>
            </span>
          )}
        </span>
        <CardAction
          access={isBegun ? { ...access, open: () => access.openAt('place') } : access}
          free={isFree(book.price)}
          file={book.pdfUrl}
          titleId={titleId}
          className={READ}
        >
          {isBegun ? 'Continue' : 'Read'}
        </CardAction>
      </div>
    </article>
  )
}
