import { useRouteLoaderData } from 'react-router'
import { isPreviewed } from '#contracts/catalogue/item-visibility.ts'
import { AuthorName } from '#web/catalogue/authors/author-name.tsx'
import { BookDetails } from '#web/catalogue/books/book-details.tsx'
import { bookData } from '#web/catalogue/books/book-structured-data.ts'
import { RelatedBooks } from '#web/catalogue/books/related-books.tsx'
import { Share } from '#web/catalogue/share/share.tsx'
import { shareText } from '#web/catalogue/share/share-text.ts'
import { apiContext, type CatalogueBook } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { loadItem } from '#web/lib/api/load-item.ts'
import { itemMeta } from '#web/lib/item-meta.ts'
import { rootOf, useSite } from '#web/lib/site.tsx'
import { useCountView } from '#web/lib/use-count-view.ts'
import { DownloadButton } from '#web/reading/offline-library/download-button.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { oembedLink, opdsLinks } from '#web/site/layout/feed-links.ts'
import { isFounder } from '#web/site/layout/is-founder.ts'
import { founderLink } from '#web/site/layout/links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { AwaitList } from '#web/ui/deferred.tsx'
import type { Route } from './+types/book.ts'

/** Number of books in a row of the page. */
const SHELF = 4
const ALL_BOOKS = { to: '/bookshop', text: 'Browse All Books' }

export function meta(args: Route.MetaArgs) {
  const book = args.loaderData?.book
  if (!book) return pageMeta(args, { title: 'Not found', description: rootOf(args).site.brand.blurb, hidden: true })
  return [
    ...pageMeta(args, {
      title: book.title,
      ...itemMeta(`By ${book.author}. ${book.description}`, { ...book, alt: `${book.title} by ${book.author}` }),
      type: 'book',
      hidden: book.state === 'hidden' || isPreviewed(book),
      about: import.meta.env.SSR && ((origin) => bookData(book, origin)),
    }),
    ...opdsLinks(args),
    oembedLink(args, { title: book.title, path: `/books/${book.slug}` }),
  ]
}

async function load({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const book = await loadItem(api, api.getBook(params.slug), { path: '/books', slug: params.slug })
  const { author, categories } = book
  return {
    book,
    authors: listOrEmpty(api.listAuthors({ name: author, limit: 1 })),
    // The limit includes an extra book, since the list may contain the book of this page.
    byAuthor: listOrEmpty(api.listBooks({ author, limit: SHELF + 1 })),
    related: listOrEmpty(api.listBooks({ category: categories.join(','), excludeAuthor: author, limit: SHELF })),
  }
}

export { load as clientLoader, load as loader }

export default function BookPage({ loaderData: { book, authors, byAuthor, related } }: Route.ComponentProps) {
  const { origin = '', hasServiceWorker = false } = useRouteLoaderData<typeof rootLoader>('root') ?? {}
  const site = useSite()
  useCountView('book', book.id)
  const others = (books: CatalogueBook[]) => books.filter(({ id }) => id !== book.id).slice(0, SHELF)
  return (
    <>
      <BookDetails
        key={book.id}
        book={book}
        by={<AuthorName name={book.author} found={authors} />}
        share={<Share title={book.title} text={shareText({ ...book, by: book.author })} url={`${origin}/books/${book.slug}`} />}
        renderDownload={(product) => hasServiceWorker && !isPreviewed(book) && <DownloadButton product={product} />}
      />
      <AwaitList list={byAuthor} meanwhile={null}>
        {({ items }) => (
          <RelatedBooks
            title={`More by ${book.author}`}
            books={others(items)}
            all={isFounder(book.author, site.founder.name) ? founderLink(site) : ALL_BOOKS}
          />
        )}
      </AwaitList>
      <AwaitList list={related} meanwhile={null}>
        {({ items }) => <RelatedBooks title="On the same shelf" books={others(items)} all={ALL_BOOKS} />}
      </AwaitList>
    </>
  )
}
