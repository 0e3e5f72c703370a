import BookUser from 'lucide-react/icons/book-user'
import BookX from 'lucide-react/icons/book-x'
import type { ReactNode } from 'react'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useSite } from '#web/lib/site.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BookGrid } from './book-grid.tsx'

/** Books found by a search, or suggestions when the search has no results. */
export function BookResults({
  books,
  q,
  filtered,
  byFounder = 0,
  founderPage,
  children,
}: {
  books: CatalogueBook[]
  q: string
  filtered: boolean
  /** Number of books by the founder that match the search */
  byFounder?: number
  /** The URL of the founder's page with the same search */
  founderPage: string
  children: ReactNode
}) {
  const { founder } = useSite()
  if (books.length === 0 && byFounder > 0) return <OnFounderShelf q={q} count={byFounder} to={founderPage} />
  if (books.length === 0 && filtered)
    return (
      <EmptyState icon={<BookX />} title="No books found">
        <p>
          {q ? (
            <>
              Nothing on our shelves matches “<span className="[overflow-wrap:anywhere]">{q}</span>”. Try one word of the title, the
              author’s name, or All in place of a category.
            </>
          ) : (
            'This shelf is still empty. Try another category.'
          )}
        </p>
        {q && (
          <p className="mt-4">
            <TextLink to={`/search?${new URLSearchParams({ q })}`}>Search inside all books and episodes</TextLink>
          </p>
        )}
        <p className="mt-4">
          <TextLink to="/bookshop">See all books</TextLink> or <TextLink to="/contact">ask us</TextLink>
        </p>
      </EmptyState>
    )
  return (
    <>
      {byFounder > 0 && (
        <p className="mb-5">
          On the founder’s shelf:{' '}
          <TextLink to={founderPage}>{`${pluralize(byFounder, 'more book', 'more books')} by ${founder.name}`}</TextLink>
        </p>
      )}
      <BookGrid books={books} />
      {children}
    </>
  )
}

/** Link from a search that matches only the founder's books to the founder's page. */
function OnFounderShelf({ q, count, to }: { q: string; count: number; to: string }) {
  const { name } = useSite().founder
  return (
    <EmptyState icon={<BookUser />} title="On the founder’s shelf">
      <p>
        The books by our founder, {name}, have a page of their own.{' '}
        {q ? (
          <>
            “<span className="[overflow-wrap:anywhere]">{q}</span>” matches{' '}
          </>
        ) : (
          'This category has '
        )}
        {count === 1 ? 'one of them' : `${count.toLocaleString('en')} of them`}, and none of our other books.
      </p>
      <ButtonLink to={to} variant="outline" className="mt-6">
        {count === 1 ? 'See the book' : 'See the books'} by {name}
      </ButtonLink>
      <p className="mt-4">
        <TextLink to="/bookshop">See all books</TextLink>
      </p>
    </EmptyState>
  )
}
