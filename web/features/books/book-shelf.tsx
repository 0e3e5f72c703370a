import BookOpen from 'lucide-react/icons/book-open'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BookCard } from './book-card.tsx'

const GRID = 'grid pairs gap-x-4 gap-y-8 sm:gap-x-6 md:grid-cols-4 md:gap-y-12 lg:gap-x-9'

/** A grid of books. */
export function BookShelf({ books }: { books: CatalogueBook[] }) {
  if (books.length === 0)
    return (
      <EmptyState icon={<BookOpen />} title="The shelf is being filled">
        <p>There is nothing to show here just now. Please come back soon.</p>
      </EmptyState>
    )
  return (
    <ul className={GRID}>
      {books.map((book) => (
        <li key={book.id} className="min-w-0">
          <BookCard book={book} />
        </li>
      ))}
    </ul>
  )
}

/** The skeleton of the grid while it loads. */
export function BookShelfLoading({ count }: { count: number }) {
  return (
    <div className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
        <div key={index}>
          <div className="aspect-2/3 rounded-[2px_4px_4px_2px] bg-rule/70" />
          <div className="mt-5 h-6 w-4/5 rounded-xs bg-rule/70" />
          <div className="mt-3 h-4 w-1/2 rounded-xs bg-rule/50" />
          <div className="mt-4 mb-16 h-10 rounded-xs bg-rule/40" />
        </div>
      ))}
    </div>
  )
}
