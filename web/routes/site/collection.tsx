import { data } from 'react-router'
import { BookGrid } from '#web/catalogue/books/book-grid.tsx'
import { ShelfHead } from '#web/catalogue/books/shelf-head.tsx'
import { apiContext, type CatalogueBook } from '#web/lib/api/api.ts'
import { rootOf } from '#web/lib/site.tsx'
import { breadcrumbData } from '#web/lib/structured-data.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import type { Route } from './+types/collection.ts'

export function meta(args: Route.MetaArgs) {
  const { collection, books } = args.loaderData ?? {}
  if (!collection || !books) return pageMeta(args, { title: 'Not found', description: rootOf(args).site.brand.blurb, hidden: true })
  const { title, slug, summary } = collection
  return pageMeta(args, {
    title,
    description: summary,
    about:
      import.meta.env.SSR &&
      ((origin) => [
        {
          '@type': 'ItemList',
          '@id': `${origin}/collections/${slug}#books`,
          name: title,
          numberOfItems: books.length,
          itemListElement: books.map((book, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: book.title,
            url: `${origin}/books/${book.slug}`,
          })),
        },
        breadcrumbData([
          { name: 'Bookshop', url: `${origin}/bookshop` },
          { name: title, url: `${origin}/collections/${slug}` },
        ]),
      ]),
  })
}

async function load({ params: { slug }, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const collection = (await api.readSection('collections')).find((each) => each.slug === slug)
  if (!collection) throw data(null, { status: 404 })
  const { items } = await api.listBooks({ ids: collection.books.join(','), limit: collection.books.length })
  return { collection, picture: api.toScene(collection.picture)?.wide, books: inOrder(items, collection.books) }
}

export { load as clientLoader, load as loader }

/** Sorts the books as the owner did. A book whose slug has changed since is last. */
function inOrder(books: CatalogueBook[], slugs: string[]): CatalogueBook[] {
  const place = ({ slug }: CatalogueBook) => (slugs.includes(slug) ? slugs.indexOf(slug) : slugs.length)
  return [...books].sort((one, other) => place(one) - place(other))
}

/** Page of a collection: books that the owner of the site put together. */
export default function CollectionPage({ loaderData: { collection, picture, books } }: Route.ComponentProps) {
  const { title, summary, text } = collection
  return (
    <div className="wrap pt-24 pb-14 md:pt-32 md:pb-22">
      <ShelfHead kind="Collections" title={title} picture={picture}>
        <p className="mt-3 text-soft md:text-xl">{summary}</p>
        {text && (
          <div className="mt-5">
            <Paragraphs text={text} />
          </div>
        )}
      </ShelfHead>
      <h2 className="sr-only">The books</h2>
      <BookGrid books={books} />
    </div>
  )
}
