import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { readImports, ruleNames } from './support/read-imports.ts'

/** For each rule, a module that breaks it and the import that the rule forbids. */
const broken: Record<string, [from: string, to: string]> = {
  'no-cycles': ['server/platform/concurrency/one.ts', 'server/platform/concurrency/other.ts'],
  'contracts-stand-alone': ['contracts/site/event.ts', 'site/site.ts'],
  'site-knows-contracts': ['site/brand.ts', 'web/ui/button.tsx'],
  'demo-knows-contracts': ['demo/events.ts', 'server/catalogue/books/books.service.ts'],
  'tools-apart': ['tools/art/posters.ts', 'web/ui/button.tsx'],
  'server-without-web': ['server/render.ts', 'web/ui/button.tsx'],
  'problems-known-to-all': ['server/platform/problems.ts', 'server/platform/http/server.ts'],
  'platform-below-media': ['server/platform/mail/send-book.ts', 'server/catalogue/books/books.service.ts'],
  'platform-csv': ['server/platform/csv/cells.ts', 'server/platform/files/secret-file.ts'],
  'platform-files': ['server/platform/files/stored.ts', 'server/platform/database/database.ts'],
  'platform-logging': ['server/platform/logging/log.ts', 'server/platform/http/server.ts'],
  'platform-telemetry': ['server/platform/telemetry/log.ts', 'server/platform/http/server.ts'],
  'platform-metrics': ['server/platform/metrics/log.ts', 'server/platform/http/server.ts'],
  'platform-xml': ['server/platform/xml/feed.ts', 'server/platform/http/server.ts'],
  'platform-process': ['server/platform/process/restart.ts', 'server/platform/logging/limit-log.ts'],
  'platform-concurrency': ['server/platform/concurrency/stored-queue.ts', 'server/platform/database/database.ts'],
  'platform-response-cache': ['server/platform/response-cache/cache.ts', 'server/platform/pages/pages.ts'],
  'platform-mail': ['server/platform/mail/outbox.ts', 'server/platform/database/database.ts'],
  'platform-jobs': ['server/platform/jobs/job.ts', 'server/platform/http/server.ts'],
  'platform-embedded-postgres': ['server/platform/embedded-postgres/start.ts', 'server/platform/database/database.ts'],
  'platform-database': ['server/platform/database/query.ts', 'server/platform/lists/select-page.ts'],
  'platform-audit': ['server/platform/audit/record.ts', 'server/platform/http/server.ts'],
  'platform-http': ['server/platform/http/upload.ts', 'server/platform/mail/mail.ts'],
  'platform-rate-limits': ['server/platform/rate-limits/limit.ts', 'server/platform/email-codes/email-codes.ts'],
  'platform-email-codes': ['server/platform/email-codes/code.ts', 'server/platform/lists/select-page.ts'],
  'platform-lists': ['server/platform/lists/list.ts', 'server/platform/pages/pages.ts'],
  'platform-pages': ['server/platform/pages/page.ts', 'server/platform/database/database.ts'],
  'platform-backup': ['server/platform/backup/back-up.ts', 'server/platform/http/server.ts'],
  'media-store': ['server/media/store/store.ts', 'server/media/upload/multipart-form.ts'],
  'media-delivery': ['server/media/delivery/send.ts', 'server/media/upload/multipart-form.ts'],
  'media-upload': ['server/media/upload/take.ts', 'server/media/sandbox/sandbox.ts'],
  'media-sandbox': ['server/media/sandbox/open-file.ts', 'server/media/processing/prepare-pdf.ts'],
  'media-image': ['server/media/image/draw.ts', 'server/media/store/media-store.ts'],
  'media-pdf': ['server/media/pdf/read.ts', 'server/media/sandbox/sandbox.ts'],
  'media-audio': ['server/media/audio/take.ts', 'server/media/sandbox/sandbox.ts'],
  'media-processing': ['server/media/processing/prepare.ts', 'server/catalogue/books/books.service.ts'],
  'pdf-reflow-stands-alone': ['server/pdf-reflow/read.ts', 'server/media/pdf/open-pdf.ts'],
  'pdf-reflow-one-entry': ['server/media/pdf/reflow.ts', 'server/pdf-reflow/build-lines.ts'],
  'domains-know-media': ['server/shop/rates/rate.ts', 'site/site.ts'],
  'domains-apart': ['server/shop/rates/sell.ts', 'server/catalogue/books/books.service.ts'],
  'catalogue-features-apart': ['server/catalogue/podcasts/sell.ts', 'server/catalogue/books/books.service.ts'],
  'items-below-kinds': ['server/catalogue/items/sell.ts', 'server/catalogue/books/books.service.ts'],
  'shop-features-apart': ['server/shop/receipts/sell.ts', 'server/shop/orders/payments/start-payment.ts'],
  'gateways-below-shop': ['server/shop/gateways/order.ts', 'server/shop/orders/payments/start-payment.ts'],
  'gateways-apart': ['server/shop/gateways/paynow/pay.ts', 'server/shop/gateways/stripe/stripe-gateway.ts'],
  'admin-features-apart': ['server/admin/audit/account.ts', 'server/admin/accounts/admins.service.ts'],
  'checkout-payments-apart': ['server/shop/orders/checkout/pay.ts', 'server/shop/orders/payments/start-payment.ts'],
  'web-without-server': ['web/routes/site/events.tsx', 'server/catalogue/books/books.service.ts'],
  'lib-below-ui': ['web/lib/toast.ts', 'web/ui/button.tsx'],
  'ui-knows-no-noun': ['web/ui/shelf.tsx', 'web/catalogue/books/book-grid.tsx'],
  'web-features-apart': ['web/listening/player/cover.tsx', 'web/catalogue/books/book-grid.tsx'],
  'web-domains-below-routes': ['web/listening/player/link.tsx', 'web/routes/site/home.tsx'],
  'admin-apart': ['web/admin/books/cover.tsx', 'web/catalogue/books/book-grid.tsx'],
  'viewer-shell': ['web/reading/viewer/shell/open.tsx', 'web/reading/offline-library/shelf.tsx'],
  'viewer-paged': ['web/reading/viewer/paged/view.tsx', 'web/reading/viewer/shell/document-viewer.tsx'],
  'viewer-reflow': ['web/reading/viewer/reflow/view.tsx', 'web/reading/viewer/paged/page-stage.tsx'],
  'viewer-book': ['web/reading/viewer/book/page.ts', 'web/reading/viewer/reflow/reading-view.tsx'],
  'viewer-input': ['web/reading/viewer/input/keys.ts', 'web/reading/viewer/book/page-source.ts'],
  'ui-never-fetches': ['web/ui/counter.tsx', 'web/lib/api/api.ts'],
  'admin-kit-knows-no-noun': ['web/admin/kit/list/titles.tsx', 'web/admin/books/book-row.tsx'],
}

const allowed: [from: string, to: string][] = [
  ['server/media/pdf/draw.ts', 'server/pdf-reflow/reflow-book.ts'],
  ['server/admin/audit/entry.ts', 'server/platform/database/database.ts'],
  ['server/platform/http/answer.ts', 'server/platform/problems.ts'],
  ['server/platform/backup/files.ts', 'server/media/store/media-store.ts'],
  ['server/shop/orders/admin/list.ts', 'server/shop/orders/payments/start-payment.ts'],
  ['server/shop/orders/admin/pay.ts', 'server/shop/gateways/gateway.ts'],
  ['server/catalogue/authors/publish.ts', 'server/catalogue/items/items.service.ts'],
  ['web/admin/books/list.tsx', 'web/admin/kit/list/rows.tsx'],
  ['web/reading/viewer/shell/choose.tsx', 'web/reading/viewer/paged/page-stage.tsx'],
  ['web/reading/viewer/paged/turn.ts', 'web/reading/viewer/input/keys.ts'],
  ['scripts/export-books.ts', 'server/catalogue/books/books.service.ts'],
  ['web/routes/site/books.tsx', 'web/catalogue/books/book-grid.tsx'],
]

test('every import rule reports a forbidden import, and allowed imports are not reported', { timeout: 120_000 }, async () => {
  expect(Object.keys(broken).toSorted()).toEqual(ruleNames.toSorted())
  const root = await mkdtemp(join(tmpdir(), 'lectern-boundaries-'))
  try {
    await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', imports: packageJson.imports }))
    const modules = new Map<string, string>()
    for (const [from, to] of [...Object.values(broken), ...allowed]) {
      modules.set(from, `import '#${to}'\n`)
      modules.set(to, modules.get(to) ?? 'export {}\n')
    }
    const [one, other] = broken['no-cycles'] as [string, string]
    modules.set(other, `import '#${one}'\n`)
    for (const [path, text] of modules) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), text)
    }
    const { violations } = await readImports(root)
    for (const [rule, [from, to]] of Object.entries(broken)) expect(violations).toContainEqual({ rule, from, to })
    for (const [from, to] of allowed) expect(violations).not.toContainEqual(expect.objectContaining({ from, to }))
  } finally {
    await rm(root, { recursive: true })
  }
})
