import { useRouteLoaderData } from 'react-router'
import type { Page } from '#contracts/common/list.ts'
import { AuthorDetails } from '#web/catalogue/authors/author-details.tsx'
import { authorData } from '#web/catalogue/authors/author-structured-data.ts'
import { BookGrid, BookGridLoading } from '#web/catalogue/books/book-grid.tsx'
import { useRememberedPages } from '#web/catalogue/items/use-remembered-pages.tsx'
import { Share } from '#web/catalogue/share/share.tsx'
import { shareText } from '#web/catalogue/share/share-text.ts'
import { apiContext, type CatalogueBook } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { loadItem } from '#web/lib/api/load-item.ts'
import { itemMeta } from '#web/lib/item-meta.ts'
import { rootOf } from '#web/lib/site.tsx'
import { useCountView } from '#web/lib/use-count-view.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import type { Route } from './+types/author.ts'

const BOOKS_AT_A_TIME = 12

export function meta(args: Route.MetaArgs) {
  const author = args.loaderData?.author
  if (!author) return pageMeta(args, { title: 'Not found', description: rootOf(args).site.brand.blurb, hidden: true })
  return pageMeta(args, {
    title: author.name,
    ...itemMeta(author.bio, { ...author, cover: author.picture, alt: author.name }),
    type: 'profile',
    about: import.meta.env.SSR && ((origin) => authorData(author, origin)),
  })
}

async function load({ request, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const author = await loadItem(api, api.getAuthor(params.slug), { path: '/authors', slug: params.slug })
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return { author, cursor, books: listOrEmpty(api.listBooks({ author: author.name, cursor, limit: BOOKS_AT_A_TIME })) }
}

export { load as clientLoader, load as loader }

export default function AuthorPage({ loaderData: { author, cursor, books } }: Route.ComponentProps) {
  const origin = useRouteLoaderData<typeof rootLoader>('root')?.origin ?? ''
  useCountView('author', author.id)
  const url = `${origin}/authors/${author.slug}`
  return (
    <>
      <AuthorDetails
        key={author.id}
        author={author}
        share={<Share title={author.name} text={shareText({ title: author.name, description: author.bio })} url={url} />}
      />
      {author.books > 0 && (
        <section aria-labelledby="their-books" className="border-rule border-t bg-paper-2 py-14 md:py-20">
          <div className="wrap">
            <SectionTitle id="their-books" title={`Books by ${author.name}`} />
            <Deferred data={books} outline={<BookGridLoading count={4} />}>
              {(first) => <Books key={author.id + cursor} first={first} author={author} />}
            </Deferred>
          </div>
        </section>
      )}
    </>
  )
}

function Books({ first, author: { name, slug } }: { first: Page<CatalogueBook>; author: { name: string; slug: string } }) {
  const { items, more } = useRememberedPages(
    first,
    (cursor) => browserApi.listBooks({ author: name, cursor, limit: BOOKS_AT_A_TIME }),
    (cursor) => `/authors/${slug}?cursor=${encodeURIComponent(cursor)}`,
  )
  return (
    <>
      <BookGrid books={items} />
      {more}
    </>
  )
}
