import { useId } from 'react'
import type { Page } from '#contracts/common/list.ts'
import { isFree } from '#contracts/shop/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { usePriceLabel } from '#web/lib/access/owned-items.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'

const BOOKS_AT_A_TIME = 12

/** Books of an author, fetched on first render and then page by page. */
export function AuthorBooks({ author }: { author: string }) {
  const fetchPage = (cursor?: string, signal?: AbortSignal) =>
    browserApi.listBooks({ author, cursor, limit: BOOKS_AT_A_TIME }, signal && { signal })
  const { value: first, restart } = useFetched(author, (signal) => fetchPage(undefined, signal))
  if (first === 'loading')
    return (
      <div role="status">
        <Loading />
      </div>
    )
  return typeof first === 'string' ? <Failure onRetry={restart} /> : <BookList first={first} fetchPage={fetchPage} />
}

function BookList({ first, fetchPage }: { first: Page<CatalogueBook>; fetchPage: (cursor: string) => Promise<Page<CatalogueBook>> }) {
  const { items, next, state, loadMore } = usePages({ first, fetchPage, onError: console.error })
  if (items.length === 0) return <p className="py-6 text-soft">No books here yet. The first is on its way.</p>
  return (
    <>
      <ul className="divide-y divide-rule">
        {items.map((book) => (
          <li key={book.id}>
            <BookRow book={book} />
          </li>
        ))}
      </ul>
      {state === 'failed' ? (
        <Failure onRetry={loadMore} />
      ) : (
        next && (
          <Button variant="outline" size="small" busy={state === 'loading'} onClick={loadMore} className="mt-2">
            Show more
          </Button>
        )
      )}
    </>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <p role="alert" className="py-5 text-brick">
        The books could not be loaded.
      </p>
      <Button variant="outline" size="small" onClick={onRetry} className="mt-2">
        Try again
      </Button>
    </>
  )
}

/** Row of a book in a short list. The title links to the book's page; the Read button checks access before opening the book. */
function BookRow({ book }: { book: CatalogueBook }) {
  const { verifying, open, intent } = useAccess({ kind: 'book', item: book })
  const titleId = useId()
  const buttonId = useId()
  return (
    <article className="group relative grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:gap-x-5">
      <div className="spine @container aspect-2/3 overflow-hidden bg-rule">
        <ItemCover item={book} label="" sizes="64px" />
      </div>
      <div className="min-w-0">
        <h4
          id={titleId}
          lang={book.language ?? undefined}
          dir="auto"
          className="relative z-10 line-clamp-2 text-title-xs leading-tight [overflow-wrap:anywhere] sm:text-title-sm"
        >
          <TitleLink to={`/books/${book.slug}`}>{book.title}</TitleLink>
        </h4>
        <p className={isFree(book.price) ? 'mt-1 font-semibold text-base text-leaf' : 'mt-1 font-semibold text-base tabular-nums'}>
          {usePriceLabel(book)}
        </p>
      </div>
      <button
        id={buttonId}
        type="button"
        disabled={verifying}
        aria-labelledby={`${buttonId} ${titleId}`}
        onClick={open}
        {...intent}
        className="flex min-h-11 items-center gap-2 px-2 font-[650] text-base text-lamp-deep after:absolute after:inset-0 disabled:cursor-progress"
      >
        {verifying ? (
          <span role="status" className="flex items-center gap-2">
            <Spinner className="text-lamp" />
            <span className="max-sm:sr-only">Verifying access...</span>
          </span>
        ) : (
          <span className="decoration-[1.5px] underline-offset-4 group-hover:underline">Read</span>
        )}
      </button>
    </article>
  )
}
