import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('routes/site/layout.tsx', [
    layout('routes/site/page-boundary.tsx', [
      index('routes/site/home.tsx'),
      route('bookshop', 'routes/site/bookshop.tsx'),
      route('books/:slug', 'routes/site/book.tsx'),
      route('authors', 'routes/site/authors.tsx'),
      route('authors/:slug', 'routes/site/author.tsx'),
      route('publishing', 'routes/site/publishing.tsx'),
      route('search', 'routes/site/search.tsx'),
      route('contact', 'routes/site/contact.tsx'),
      route('podcasts', 'routes/site/podcasts.tsx'),
      route('podcasts/:slug', 'routes/site/podcast.tsx'),
      route('programs/:program', 'routes/site/program.tsx'),
      route('checkout/:order', 'routes/site/checkout.tsx'),
      route('purchases', 'routes/site/purchases.tsx'),
      route('shelf', 'routes/site/shelf.tsx'),
      ...['terms', 'privacy', 'refunds'].map((id) => route(id, 'routes/site/policy.tsx', { id })),
      // `books-by-…`, whose name the owner of the site can change. Not found for every other name.
      route(':page', 'routes/site/founder-books.tsx'),
      route('*', 'routes/site/not-found.tsx'),
    ]),
  ]),
  route('sandbox-gateway/:reference', 'routes/site/test-gateway.tsx'),
  route('manifest.webmanifest', 'routes/site/manifest.ts'),
  route('sw.js', 'routes/site/service-worker.ts'),
  route('offline', 'routes/site/offline.tsx'),
  route('robots.txt', 'routes/site/robots.ts'),
  route('sitemap.xml', 'routes/site/sitemap.ts'),
  route('sitemap/:file', 'routes/site/sitemap-file.ts'),
  route('admin/login', 'routes/admin/login.tsx'),
  route('admin/forgot-password', 'routes/admin/forgot-password.tsx'),
  route('admin', 'routes/admin/shell.tsx', [
    index('routes/admin/index.tsx'),
    route('books', 'routes/admin/books.tsx', [
      route('new', 'routes/admin/book.tsx', { id: 'admin-new-book' }),
      route(':id/edit', 'routes/admin/book.tsx', { id: 'admin-book' }),
    ]),
    route('authors', 'routes/admin/authors.tsx', [
      route('new', 'routes/admin/author.tsx', { id: 'admin-new-author' }),
      route(':id/edit', 'routes/admin/author.tsx', { id: 'admin-author' }),
    ]),
    route('podcasts', 'routes/admin/podcasts.tsx', [
      route('new', 'routes/admin/podcast.tsx', { id: 'admin-new-podcast' }),
      route(':id/edit', 'routes/admin/podcast.tsx', { id: 'admin-podcast' }),
    ]),
    route('accounts', 'routes/admin/accounts.tsx', [
      route('new', 'routes/admin/account.tsx', { id: 'admin-new-account' }),
      route(':id/edit', 'routes/admin/account.tsx', { id: 'admin-account' }),
      route('sessions', 'routes/admin/sessions.tsx'),
      route('two-step', 'routes/admin/two-step.tsx'),
    ]),
    route('orders', 'routes/admin/orders.tsx', [route(':id', 'routes/admin/order.tsx')]),
    route('sales', 'routes/admin/sales.tsx'),
    route('statistics', 'routes/admin/statistics.tsx'),
    route('statistics/:kind/:id', 'routes/admin/item-statistics.tsx'),
    route('rates', 'routes/admin/rates.tsx'),
    route('overview', 'routes/admin/overview.tsx'),
    route('messages', 'routes/admin/messages.tsx'),
    route('activity', 'routes/admin/activity.tsx'),
  ]),
] satisfies RouteConfig
