import { createRoutesStub, type NavigateFunction, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { expect } from 'vitest'
import { render } from 'vitest-browser-react'
import { sharedSite } from '#contracts/site/shared-site.ts'
import { defaultContent } from '#site/default-content.ts'
import { forgetStates } from '#web/admin/kit/remembered.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import { SiteProvider } from '#web/lib/site.tsx'
import * as account from '#web/routes/admin/account.tsx'
import * as accounts from '#web/routes/admin/accounts.tsx'
import * as activity from '#web/routes/admin/activity.tsx'
import * as author from '#web/routes/admin/author.tsx'
import * as authors from '#web/routes/admin/authors.tsx'
import * as book from '#web/routes/admin/book.tsx'
import * as bookPrices from '#web/routes/admin/book-prices.tsx'
import * as books from '#web/routes/admin/books.tsx'
import * as buyer from '#web/routes/admin/buyer.tsx'
import * as forgotPassword from '#web/routes/admin/forgot-password.tsx'
import * as importPage from '#web/routes/admin/import.tsx'
import * as index from '#web/routes/admin/index.tsx'
import * as invitation from '#web/routes/admin/invitation.tsx'
import * as itemStatistics from '#web/routes/admin/item-statistics.tsx'
import * as login from '#web/routes/admin/login.tsx'
import * as messages from '#web/routes/admin/messages.tsx'
import * as myAccount from '#web/routes/admin/my-account.tsx'
import * as order from '#web/routes/admin/order.tsx'
import * as orders from '#web/routes/admin/orders.tsx'
import * as overview from '#web/routes/admin/overview.tsx'
import * as podcast from '#web/routes/admin/podcast.tsx'
import * as podcasts from '#web/routes/admin/podcasts.tsx'
import * as rates from '#web/routes/admin/rates.tsx'
import * as sales from '#web/routes/admin/sales.tsx'
import * as savedAnswer from '#web/routes/admin/saved-answer.tsx'
import * as savedAnswers from '#web/routes/admin/saved-answers.tsx'
import * as sessions from '#web/routes/admin/sessions.tsx'
import * as shell from '#web/routes/admin/shell.tsx'
import * as site from '#web/routes/admin/site.tsx'
import * as siteSection from '#web/routes/admin/site-section.tsx'
import * as statistics from '#web/routes/admin/statistics.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { openFakeUploads } from './fake-uploads.ts'

const shared = sharedSite(defaultContent, { media: (key) => `/api/media/${key}` })

type Route = Parameters<typeof createRoutesStub>[0][number]
type RouteModule = { default: unknown; clientLoader?: unknown; HydrateFallback?: unknown; shouldRevalidate?: Route['shouldRevalidate'] }

const of = (path: string, { default: Component, clientLoader, HydrateFallback, shouldRevalidate }: RouteModule, children?: Route[]) =>
  ({
    path,
    Component,
    HydrateFallback: HydrateFallback ?? (() => null),
    ...(clientLoader !== undefined && { loader: clientLoader }),
    // Routes reload their data on every navigation, as in production, unless they decide otherwise.
    shouldRevalidate: (args) => shouldRevalidate?.({ ...args, defaultShouldRevalidate: true }) ?? true,
    ...(children && { children }),
  }) as Route
const withForms = (item: RouteModule) => [of('new', item), of(':id/edit', item)]

const ROUTES = [
  of('admin/login', login),
  of('admin/forgot-password', forgotPassword),
  of('admin/invitation', invitation),
  of('admin', shell, [
    { ...of('', index), index: true, children: undefined },
    of('books', books, [...withForms(book), of('prices', bookPrices)]),
    of('authors', authors, withForms(author)),
    of('podcasts', podcasts, withForms(podcast)),
    of('accounts', accounts, [...withForms(account), of('sessions', sessions)]),
    of('account', myAccount),
    of('import', importPage),
    of('orders', orders, [of(':id', order)]),
    of('buyer', buyer),
    of('sales', sales),
    of('statistics', statistics),
    of('statistics/:kind/:id', itemStatistics),
    of('rates', rates),
    of('site', site),
    of('site/:section', siteSection),
    of('overview', overview),
    of('messages', messages),
    of('saved-answers', savedAnswers, withForms(savedAnswer)),
    of('activity', activity),
  ]),
]

/** Address of the page that was opened last, and its navigate function. */
const current: { address: string; navigate?: NavigateFunction } = { address: '' }

/**
 * Renders a page of the admin area within its shell, such as `/admin/accounts`, with the real loaders, as a signed-in
 * administrator unless `token` is null. The API is a `FakeApi`.
 */
export async function openAdminPage(path: string, { token = 'token' }: { token?: string | null } = {}) {
  writeToken(token)
  // Stored lists of earlier tests are discarded, because each router begins with the same history key, under which lists are stored.
  forgetStates()
  openFakeUploads()
  const Area = createRoutesStub([{ Component: Frame, children: ROUTES }])
  const screen = await render(<Area initialEntries={[path]} />)
  return {
    ...screen,
    /** Navigates to an address, or by a number of steps through the history. */
    go: (to: string | number) => current.navigate?.(to as string),
    expectAddress: (wanted: string) => expect.poll(() => current.address).toBe(wanted),
  }
}

function Frame() {
  const { pathname, search } = useLocation()
  current.address = pathname + search
  current.navigate = useNavigate()
  return (
    <SiteProvider site={shared}>
      <Outlet />
      <Toaster />
      <ScrollRestoration />
    </SiteProvider>
  )
}
