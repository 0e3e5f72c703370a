import { useCallback, useEffect, useId, useState } from 'react'
import { isFree } from '#contracts/shop/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { usePriceLabel } from '#web/lib/access/owned-items.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'

export function AuthorBooks({ author }: { author: string }) {
  const { books, state, hasMore, fetchMore } = useAuthorBooks(author)
  if (books.length === 0 && state === 'loading')
    return (
      <div role="status">
        <Loading />
      </div>
    )
  return (
    <>
      <ul className="divide-y divide-rule">
        {books.map((book) => (
          <li key={book.id}>
            <BookRow book={book} />
          </li>
        ))}
      </ul>
      {books.length === 0 && state === 'idle' && <p className="py-6 text-soft">No books here yet. The first is on its way.</p>}
      {state === 'failed' && (
        <p role="alert" className="py-5 text-brick">
          The books could not be loaded.
        </p>
      )}
      {(hasMore || state === 'failed') && (
        <Button variant="outline" size="small" busy={state === 'loading'} onClick={fetchMore} className="mt-2">
          {state === 'failed' ? 'Try again' : 'Show more'}
        </Button>
      )}
    </>
  )
}

/** A book in a short list: the title links to its page, Read checks access like a card. */
function BookRow({ book }: { book: CatalogueBook }) {
  const { verifying, open, intent } = useAccess({ kind: 'book', item: book })
  const titleId = useId()
  return (
    <article className="group relative grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 py-3 sm:grid-cols-[4rem_minmax(0,1fr)_auto] sm:gap-x-5">
      <div className="spine @container aspect-2/3 overflow-hidden bg-rule">
        <ItemCover item={book} label="" sizes="64px" />
      </div>
      <div className="min-w-0">
        <h4
          id={titleId}
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
        type="button"
        disabled={verifying}
        aria-describedby={titleId}
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

const BOOKS_AT_A_TIME = 12

/** Returns an author's books, fetched on first render and then page by page. */
function useAuthorBooks(author: string) {
  const [books, setBooks] = useState<CatalogueBook[]>([])
  const [next, setNext] = useState<string>()
  const [state, setState] = useState<'loading' | 'idle' | 'failed'>('loading')

  const fetchPage = useCallback(
    async (cursor?: string, signal?: AbortSignal) => {
      setState('loading')
      try {
        const page = await browserApi.listBooks({ author, cursor, limit: BOOKS_AT_A_TIME }, signal && { signal })
        setBooks((shown) => (cursor ? [...shown, ...page.items] : page.items))
        setNext(page.next)
        setState('idle')
      } catch (error) {
        if (signal?.aborted) return
        console.error(error)
        setState('failed')
      }
    },
    [author],
  )

  useEffect(() => {
    const controller = new AbortController()
    void fetchPage(undefined, controller.signal)
    return () => controller.abort()
  }, [fetchPage])

  return { books, state, hasMore: next !== undefined, fetchMore: () => fetchPage(next) }
}
