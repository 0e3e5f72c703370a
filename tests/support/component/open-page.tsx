import { createRoutesStub, type MiddlewareFunction, Outlet, parsePath, RouterContextProvider, ScrollRestoration } from 'react-router'
import { render } from 'vitest-browser-react'
import { type Site, sharedSite } from '#contracts/site/shared-site.ts'
import { defaultContent } from '#site/default-content.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { SiteProvider, siteContext } from '#web/lib/site.tsx'
import { Shelf } from '#web/reading/offline-library/shelf.tsx'
import * as authors from '#web/routes/site/authors.tsx'
import * as book from '#web/routes/site/book.tsx'
import * as bookshop from '#web/routes/site/bookshop.tsx'
import * as checkout from '#web/routes/site/checkout.tsx'
import * as contact from '#web/routes/site/contact.tsx'
import * as founderBooks from '#web/routes/site/founder-books.tsx'
import * as home from '#web/routes/site/home.tsx'
import * as layout from '#web/routes/site/layout.tsx'
import * as notFound from '#web/routes/site/not-found.tsx'
import * as podcast from '#web/routes/site/podcast.tsx'
import * as podcasts from '#web/routes/site/podcasts.tsx'
import * as program from '#web/routes/site/program.tsx'
import * as publishing from '#web/routes/site/publishing.tsx'
import * as purchases from '#web/routes/site/purchases.tsx'
import * as search from '#web/routes/site/search.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

const PAGES = {
  '/': home,
  '/bookshop': bookshop,
  '/books/:slug': book,
  '/:page': founderBooks,
  '/authors': authors,
  '/podcasts': podcasts,
  '/podcasts/:slug': podcast,
  '/programs/:program': program,
  '/publishing': publishing,
  '/contact': contact,
  '/search': search,
  '/checkout/:order': checkout,
  '/purchases': purchases,
  // The route lists the files of the build, which component tests do not have.
  '/shelf': { default: Shelf },
  '*': notFound,
}

const defaultSite = sharedSite(defaultContent, { media: (key) => `/api/media/${key}` })

type RouteModule = { default: unknown; clientLoader?: unknown; shouldRevalidate?: unknown; handle?: unknown }

/**
 * Renders a page of the site within its layout, with the real loaders, as client navigation would. The API is a `FakeApi`.
 * @param own settings of the site that differ from the default ones
 */
export async function openPage(path: string, own: Partial<Site> = {}) {
  const site = { ...defaultSite, ...own }
  // The history key is unique, since loaded data and further items of a page are stored under it.
  const key = crypto.randomUUID()
  history.replaceState({ key }, '')
  const context = new RouterContextProvider()
  context.set(apiContext, browserApi)
  context.set(siteContext, site)
  const pages = Object.entries<RouteModule>(PAGES).map(([pattern, module]) => ({
    path: pattern,
    Component: module.default as () => null,
    ...(module.clientLoader !== undefined && { loader: module.clientLoader as () => unknown }),
    ...(module.shouldRevalidate !== undefined && { shouldRevalidate: module.shouldRevalidate as () => boolean }),
    handle: module.handle,
  }))
  const middleware = layout.clientMiddleware as unknown as MiddlewareFunction[]
  const Routes = createRoutesStub(
    [{ Component: Frame, children: [{ Component: layout.default, middleware, HydrateFallback: Nothing, children: pages }] }],
    context,
  )
  return render(
    <SiteProvider site={site}>
      <Routes initialEntries={[{ ...parsePath(path), key }]} />
    </SiteProvider>,
  )
}

const Nothing = () => null

function Frame() {
  return (
    <>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </>
  )
}
