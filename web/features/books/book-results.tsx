import BookX from 'lucide-react/icons/book-x'
import type { ReactNode } from 'react'
import type { CatalogueBook } from '#web/lib/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BookShelf } from './book-shelf.tsx'

/** The books that a search found, or kind words when it found none. */
export function BookResults({
  books,
  q,
  filtered,
  children,
}: {
  books: CatalogueBook[]
  q: string
  filtered: boolean
  children: ReactNode
}) {
  if (books.length === 0 && filtered)
    return (
      <EmptyState icon={<BookX />} title="No books found">
        <p>
          {q ? (
            <>
              Nothing on our shelves matches “<span className="[overflow-wrap:anywhere]">{q}</span>”.
            </>
          ) : (
            'This shelf is still empty.'
          )}{' '}
          Try other words or another category, or <TextLink to="/contact">ask us</TextLink>: some titles exist only on paper.
        </p>
        <p className="mt-4">
          <TextLink to="/bookshop">See all books</TextLink>
        </p>
      </EmptyState>
    )
  return (
    <>
      <BookShelf books={books} />
      {children}
    </>
  )
}
