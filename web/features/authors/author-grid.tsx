import Users from 'lucide-react/icons/users'
import type { Author } from '#contracts/author.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AuthorCard } from './author-card.tsx'

const GRID = 'grid pairs gap-x-4 gap-y-10 sm:gap-x-6 md:grid-cols-3 md:gap-y-14 lg:gap-x-12'
/** As many as a first screen shows. */
const ABOVE_THE_FOLD = 2

/** A grid of authors. */
export function AuthorGrid({
  authors,
  onView,
  onIntent,
}: {
  authors: Author[]
  onView: (author: Author) => void
  /** A click is likely */
  onIntent: () => void
}) {
  if (authors.length === 0)
    return (
      <EmptyState icon={<Users />} title="Our authors are still writing">
        <p>There is nobody to introduce just now. Please come back soon.</p>
      </EmptyState>
    )
  return (
    <ul className={GRID} onPointerEnter={onIntent} onFocus={onIntent} onTouchStart={onIntent}>
      {authors.map((author, index) => (
        <li key={author.id} className="min-w-0">
          <AuthorCard author={author} priority={index < ABOVE_THE_FOLD} onView={() => onView(author)} />
        </li>
      ))}
    </ul>
  )
}

/** The skeleton of the grid while it loads. */
export function AuthorGridLoading({ count }: { count: number }) {
  return (
    <div className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity.
        <div key={index}>
          <div className="aspect-4/5 rounded-control bg-rule/70" />
          <div className="mt-5 h-6 w-4/5 rounded-xs bg-rule/70" />
          <div className="mt-3 h-4 w-1/3 rounded-xs bg-rule/50" />
          <div className="mt-4 mb-12 h-14 rounded-xs bg-rule/40 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}
