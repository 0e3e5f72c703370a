import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { readImports, ruleNames } from './support/read-imports.ts'

/** For each rule, a module that breaks the rule, and the forbidden import. Rules about the order of folders have several entries. */
const broken: [rule: string, from: string, to: string][] = [
  ['no-cycles', 'server/platform/concurrency/one.ts', 'server/platform/concurrency/other.ts'],
  ['contracts-stand-alone', 'contracts/site/event.ts', 'site/site.ts'],
  ['site-knows-contracts', 'site/brand.ts', 'web/ui/button.tsx'],
  ['demo-knows-contracts', 'demo/events.ts', 'server/catalogue/books/books.service.ts'],
  ['tools-apart', 'tools/art/posters.ts', 'web/ui/button.tsx'],
  ['server-without-web', 'server/render.ts', 'web/ui/button.tsx'],
  ['published-content-only', 'server/boot/greet.ts', 'site/site.ts'],
  ['problems-known-to-all', 'server/platform/problems.ts', 'server/platform/http/server.ts'],
  ['platform-below-media', 'server/platform/mail/send-book.ts', 'server/catalogue/books/books.service.ts'],
  ['backup-below-domains', 'server/backup/list-books.ts', 'server/catalogue/catalogue.ts'],
  ['platform-in-order', 'server/platform/csv/cells.ts', 'server/platform/files/secret-file.ts'],
  ['platform-in-order', 'server/platform/mail/outbox.ts', 'server/platform/database/database.ts'],
  ['platform-in-order', 'server/platform/database/query.ts', 'server/platform/lists/select-page.ts'],
  ['platform-in-order', 'server/platform/audit/record.ts', 'server/platform/http/server.ts'],
  ['platform-in-order', 'server/platform/rate-limits/limit.ts', 'server/platform/email-codes/email-codes.ts'],
  ['platform-in-order', 'server/platform/lists/list.ts', 'server/platform/pages/serve-pages.ts'],
  ['platform-in-order', 'server/platform/geography/countries.ts', 'server/platform/http/server.ts'],
  ['media-below-domains', 'server/media/processing/prepare.ts', 'server/catalogue/books/books.service.ts'],
  ['media-in-order', 'server/media/store/store.ts', 'server/media/upload/multipart-form.ts'],
  ['media-in-order', 'server/media/delivery/send.ts', 'server/media/upload/multipart-form.ts'],
  ['media-in-order', 'server/media/image/read.ts', 'server/media/sandbox/sandbox.ts'],
  ['media-in-order', 'server/media/sandbox/open-file.ts', 'server/media/processing/prepare-pdf.ts'],
  ['media-in-order', 'server/media/processing/deliver.ts', 'server/media/subtitles/time.ts'],
  ['media-in-order', 'server/media/subtitles/time.ts', 'server/media/store/media-store.ts'],
  ['sandbox-without-store', 'server/media/image/draw.ts', 'server/media/store/media-store.ts'],
  ['pdf-reflow-stands-alone', 'server/pdf-reflow/read.ts', 'server/media/pdf/open-pdf.ts'],
  ['pdf-reflow-one-entry', 'server/media/pdf/reflow.ts', 'server/pdf-reflow/build-lines.ts'],
  ['domains-apart', 'server/shop/rates/sell.ts', 'server/catalogue/books/books.service.ts'],
  ['domains-have-one-entry', 'server/boot/sell.ts', 'server/shop/orders/open-orders.ts'],
  ['entries-above-features', 'server/shop/orders/restart.ts', 'server/shop/shop.ts'],
  ['catalogue-in-order', 'server/catalogue/items/sell.ts', 'server/catalogue/books/books.service.ts'],
  ['catalogue-in-order', 'server/catalogue/podcasts/sell.ts', 'server/catalogue/books/books.service.ts'],
  ['catalogue-in-order', 'server/catalogue/feeds/search.ts', 'server/catalogue/search/search.service.ts'],
  ['catalogue-in-order', 'server/catalogue/events/publish.ts', 'server/catalogue/items/items.service.ts'],
  ['shop-in-order', 'server/shop/gateways/order.ts', 'server/shop/orders/open-orders.ts'],
  ['shop-in-order', 'server/shop/receipts/sell.ts', 'server/shop/orders/open-orders.ts'],
  ['shop-in-order', 'server/shop/orders/open.ts', 'server/shop/access/open-access.ts'],
  ['shop-in-order', 'server/shop/purchases/open.ts', 'server/shop/access/open-access.ts'],
  ['shop-in-order', 'server/shop/personal-feeds/give.ts', 'server/shop/vouchers/voucher.ts'],
  ['shop-in-order', 'server/shop/vouchers/voucher.ts', 'server/shop/orders/open-orders.ts'],
  ['features-apart', 'server/admin/audit/account.ts', 'server/admin/accounts/admins.service.ts'],
  ['gateways-apart', 'server/shop/gateways/paynow/pay.ts', 'server/shop/gateways/stripe/stripe-gateway.ts'],
  ['orders-in-order', 'server/shop/orders/checkout/pay.ts', 'server/shop/orders/payments/start-payment.ts'],
  ['orders-in-order', 'server/shop/orders/attempts/sum.ts', 'server/shop/orders/ledger/money-movements.ts'],
  ['orders-in-order', 'server/shop/orders/copies/refund.ts', 'server/shop/orders/ledger/money-movements.ts'],
  ['orders-in-order', 'server/shop/orders/ledger/sell.ts', 'server/shop/orders/payments/start-payment.ts'],
  ['orders-in-order', 'server/shop/orders/admin/export.ts', 'server/shop/orders/exports/sales.ts'],
  ['orders-in-order', 'server/shop/orders/exports/list.ts', 'server/shop/orders/attempts/attempt-states.ts'],
  ['web-without-server', 'web/routes/site/events.tsx', 'server/catalogue/books/books.service.ts'],
  ['lib-below-ui', 'web/lib/toast.ts', 'web/ui/button.tsx'],
  ['ui-knows-no-noun', 'web/ui/shelf.tsx', 'web/catalogue/books/book-grid.tsx'],
  ['web-features-apart', 'web/listening/player/cover.tsx', 'web/catalogue/books/book-grid.tsx'],
  ['web-domains-below-routes', 'web/listening/player/link.tsx', 'web/routes/site/home.tsx'],
  ['admin-apart', 'web/admin/books/cover.tsx', 'web/catalogue/books/book-grid.tsx'],
  ['viewer-in-order', 'web/reading/viewer/input/keys.ts', 'web/reading/viewer/book/page-source.ts'],
  ['viewer-in-order', 'web/reading/viewer/book/page.ts', 'web/reading/viewer/reflow/reading-view.tsx'],
  ['viewer-in-order', 'web/reading/viewer/paged/view.tsx', 'web/reading/viewer/reflow/reading-view.tsx'],
  ['viewer-in-order', 'web/reading/viewer/shell/open.tsx', 'web/reading/viewer/print/print-book.ts'],
  ['viewer-in-order', 'web/reading/viewer/print/print-book.ts', 'web/reading/viewer/book/page-source.ts'],
  ['ui-never-fetches', 'web/ui/counter.tsx', 'web/lib/api/api.ts'],
  ['admin-kit-knows-no-noun', 'web/admin/kit/list/titles.tsx', 'web/admin/books/book-row.tsx'],
]

const allowed: [from: string, to: string][] = [
  ['server/media/pdf/draw.ts', 'server/pdf-reflow/reflow-book.ts'],
  ['server/admin/audit/entry.ts', 'server/platform/database/database.ts'],
  ['server/platform/http/answer.ts', 'server/platform/problems.ts'],
  ['server/backup/files.ts', 'server/media/store/media-store.ts'],
  ['server/shop/orders/admin/list.ts', 'server/shop/orders/payments/start-payment.ts'],
  ['server/shop/orders/admin/pay.ts', 'server/shop/gateways/gateway.ts'],
  ['server/catalogue/authors/publish.ts', 'server/catalogue/items/items.service.ts'],
  ['web/admin/books/list.tsx', 'web/admin/kit/list/rows.tsx'],
  ['server/catalogue/feeds/list.ts', 'server/catalogue/books/books.service.ts'],
  ['server/shop/access/own.ts', 'server/shop/entitlements/entitlements.store.ts'],
  ['server/boot/serve.ts', 'server/shop/shop.ts'],
  ['scripts/export-books.ts', 'server/boot/services.ts'],
  ['web/routes/site/books.tsx', 'web/catalogue/books/book-grid.tsx'],
]

test('every import rule reports a forbidden import, and allowed imports are not reported', async () => {
  expect(broken.map(([rule]) => rule).toSorted()).toEqual(ruleNames.toSorted())
  const root = await mkdtemp(join(tmpdir(), 'lectern-boundaries-'))
  try {
    await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', imports: packageJson.imports }))
    const modules = new Map<string, string>()
    for (const [from, to] of [...broken.map(([, ...modules]) => modules), ...allowed]) {
      modules.set(from, `import '#${to}'\n`)
      modules.set(to, modules.get(to) ?? 'export {}\n')
    }
    const [, one, other] = broken[0] as [string, string, string]
    modules.set(other, `import '#${one}'\n`)
    for (const [path, text] of modules) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    const { violations } = await readImports(root)
    for (const [rule, from, to] of broken) expect(violations).toContainEqual({ rule, from, to })
    for (const [from, to] of allowed) expect(violations).not.toContainEqual(expect.objectContaining({ from, to }))
  } finally {
    await rm(root, { recursive: true })
  }
})
