import BookUser from 'lucide-react/icons/book-user'
import BookX from 'lucide-react/icons/book-x'
import type { ReactNode } from 'react'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useSite } from '#web/lib/site.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { AwaitList } from '#web/ui/deferred.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { BookGrid } from './book-grid.tsx'
import type { BooksInside } from './list-books-inside.ts'

/** Books found by a search, or suggestions when the search has no results. */
export function BookResults({
  books,
  inside,
  q,
  language,
  free,
  filtered,
  byFounder = 0,
  founderPage,
  children,
}: {
  books: CatalogueBook[]
  /** Further books, whose pages contain the searched words */
  inside: Promise<BooksInside> | undefined
  q: string
  /** Language by which the list is filtered; empty for all languages */
  language: string
  /** Whether only free books are listed */
  free: boolean
  filtered: boolean
  /** Number of books by the founder that match the search */
  byFounder?: number
  /** The URL of the founder's page with the same search */
  founderPage: string
  children: ReactNode
}) {
  const { founder } = useSite()
  if (books.length === 0 && byFounder > 0)
    return <OnFounderShelf q={q} chosen={Boolean(language || free)} count={byFounder} to={founderPage} />
  if (books.length === 0 && filtered) {
    const nothing = <NoBooks q={q} language={language} free={free} />
    return inside ? (
      <AwaitList list={inside} meanwhile={nothing}>
        {(found) => (found.items.length > 0 ? <Inside {...found} q={q} /> : nothing)}
      </AwaitList>
    ) : (
      nothing
    )
  }
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
      {inside && (
        <AwaitList list={inside} meanwhile={null}>
          {(found) => found.items.length > 0 && <Inside {...found} q={q} also />}
        </AwaitList>
      )}
    </>
  )
}

/** Books whose pages contain the searched words. */
function Inside({ items, matchesAny, q, also }: BooksInside & { q: string; also?: boolean }) {
  return (
    <section aria-labelledby="inside" className={also ? 'mt-14 border-rule border-t pt-10' : undefined}>
      <h3 id="inside" className="text-title-sm">
        {matchesAny ? 'Books with some of these words' : also ? 'Also inside these books' : 'Inside these books'}
      </h3>
      <p className="mt-2 mb-7 max-w-[60ch] text-soft [overflow-wrap:anywhere]">
        {matchesAny ? `Nothing has all of “${q}”.` : `The words “${q}” are on their pages.`}{' '}
        <TextLink to={`/search?${new URLSearchParams({ q })}`}>See the pages</TextLink>
      </p>
      <BookGrid books={items} />
    </section>
  )
}

function NoBooks({ q, language, free }: { q: string; language: string; free: boolean }) {
  return (
    <EmptyState icon={<BookX />} title="No books found">
      <p>
        {q ? (
          <>
            Nothing on our shelves matches “<span className="[overflow-wrap:anywhere]">{q}</span>”. Try one word of the title, the author’s
            name, or All in place of a category{language && ' or a language'}
            {free && ', and books with a price too'}.
          </>
        ) : (
          `${free ? 'There is no free book here.' : 'This shelf is still empty.'} Try another category${language && ' or language'}${free ? ', or books with a price too' : ''}.`
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
}

/** Link from a search that matches only the founder's books to the founder's page. */
function OnFounderShelf({ q, chosen, count, to }: { q: string; chosen: boolean; count: number; to: string }) {
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
          `This ${chosen ? 'choice' : 'category'} has `
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
