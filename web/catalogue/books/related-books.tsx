import { useId } from 'react'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { classNames } from '#web/lib/class-names.ts'
import { LazyPictures } from '#web/ui/picture.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BOOK_GRID, BookCard } from './book-grid.tsx'

/** Grid classes that place the section title, by number of books: above a full row of four books, otherwise beside the books. */
const TITLE = ['', 'md:col-span-3', 'col-span-full md:col-span-2', '', 'col-span-full']

/** Row of at most four related books on a book's page; renders nothing without books. `all` links to the full list. */
export function RelatedBooks({ title, books, all }: { title: string; books: CatalogueBook[]; all: { to: string; text: string } }) {
  const titleId = useId()
  if (books.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="border-rule border-t bg-paper-2 py-14 md:py-20">
      <div className={classNames('wrap', BOOK_GRID)}>
        <div className={classNames('min-w-0 [overflow-wrap:anywhere] [&>:first-child]:mb-4', TITLE[books.length])}>
          <SectionTitle id={titleId} title={title} />
          <TextLink to={all.to}>{all.text}</TextLink>
        </div>
        <ul className="contents">
          <LazyPictures>
            {books.map((book) => (
              <li key={book.id} className="min-w-0">
                <BookCard book={book} />
              </li>
            ))}
          </LazyPictures>
        </ul>
      </div>
    </section>
  )
}
