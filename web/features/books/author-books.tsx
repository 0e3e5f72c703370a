import { Button } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { BookRow } from './book-row.tsx'
import { useAuthorBooks } from './use-author-books.ts'

/** The books of one author as a short list. */
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
          The books could not be fetched.
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
