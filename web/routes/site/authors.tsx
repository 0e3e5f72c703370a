import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Page } from '#contracts/common/list.ts'
import { authorsArt } from '#site/art/authors-art.ts'
import { AuthorGrid, AuthorGridLoading } from '#web/catalogue/authors/author-grid.tsx'
import { PublishingCall } from '#web/catalogue/authors/publishing-call.tsx'
import { useProfile } from '#web/catalogue/authors/use-profile.ts'
import { AuthorBooks } from '#web/catalogue/books/author-books.tsx'
import { useRememberedPages } from '#web/catalogue/items/use-remembered-pages.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { rootOf, useSite } from '#web/lib/site.tsx'
import { isFounder } from '#web/site/layout/is-founder.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { LazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/authors.ts'

const AUTHORS_PER_PAGE = 24

const loadProfile = () => import('#web/catalogue/authors/author-profile.tsx')

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Authors',
    description: rootOf(args).site.headings.authors.lines.join(' '),
  })
}

function load({ request, context }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return { cursor, page: listOrEmpty(context.get(apiContext).listAuthors({ cursor, limit: AUTHORS_PER_PAGE })) }
}

export { load as clientLoader, load as loader }

/**
 * Returns whether the list of authors is reloaded after a navigation. Opening and closing a profile changes the URL without reloading the
 * list; revalidating the same URL reloads the list.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const same = currentUrl.pathname === nextUrl.pathname && currentUrl.searchParams.get('cursor') === nextUrl.searchParams.get('cursor')
  return same && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate
}

export default function Authors({ loaderData: { cursor, page } }: Route.ComponentProps) {
  const heading = useSite().headings.authors
  return (
    <>
      <Hero {...heading} image={heading.image ?? authorsArt} />
      <section aria-labelledby="the-authors" className="wrap pt-7 pb-12 md:py-20">
        <h2 id="the-authors" className="sr-only">
          The authors
        </h2>
        {cursor && (
          <p className="mb-8">
            <TextLink to="/authors">Back to the first authors</TextLink>
          </p>
        )}
        <Deferred data={page} outline={<AuthorGridLoading count={6} />}>
          {(first) => <Results key={cursor} first={first} />}
        </Deferred>
      </section>
      <PublishingCall />
    </>
  )
}

function Results({ first }: { first: Page<Author> }) {
  const { items, more } = useRememberedPages(
    first,
    (cursor) => browserApi.listAuthors({ cursor, limit: AUTHORS_PER_PAGE }),
    (cursor) => `/authors?cursor=${encodeURIComponent(cursor)}`,
  )
  const founder = useSite().founder.name
  const { author, view, close } = useProfile(items)
  return (
    <>
      <AuthorGrid
        authors={items}
        isFounder={({ name }) => isFounder(name, founder)}
        onView={view}
        onIntent={() => void loadProfile().catch(() => {})}
      />
      {more}
      {author && (
        <LazyOverlay load={loadProfile} hasUrl onClose={close}>
          {({ AuthorProfile }) => (
            <AuthorProfile author={author} onClose={close}>
              <AuthorBooks author={author.name} />
            </AuthorProfile>
          )}
        </LazyOverlay>
      )}
    </>
  )
}
