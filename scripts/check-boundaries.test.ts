import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { readImports, ruleNames } from './support/read-imports.ts'

/** For each rule, a module that breaks it and the import that the rule forbids. */
const broken: Record<string, [from: string, to: string]> = {
  'no-cycles': ['server/platform/queues/one.ts', 'server/platform/queues/other.ts'],
  'contracts-stand-alone': ['contracts/event.ts', 'site/site.ts'],
  'site-knows-contracts': ['site/brand.ts', 'web/ui/button.tsx'],
  'demo-knows-contracts': ['demo/events.ts', 'server/features/books/books.service.ts'],
  'art-apart': ['art/posters.ts', 'web/ui/button.tsx'],
  'server-without-web': ['server/render.ts', 'web/ui/button.tsx'],
  'platform-below-features': ['server/platform/mail/send-book.ts', 'server/features/books/books.service.ts'],
  'problems-known-to-all': ['server/platform/problems.ts', 'server/platform/http/server.ts'],
  'platform-csv': ['server/platform/csv/cells.ts', 'server/platform/files/secret-file.ts'],
  'platform-files': ['server/platform/files/stored.ts', 'server/platform/database/database.ts'],
  'platform-logging': ['server/platform/logging/log.ts', 'server/platform/http/server.ts'],
  'platform-telemetry': ['server/platform/telemetry/log.ts', 'server/platform/http/server.ts'],
  'platform-metrics': ['server/platform/metrics/log.ts', 'server/platform/http/server.ts'],
  'platform-xml': ['server/platform/xml/feed.ts', 'server/platform/http/server.ts'],
  'platform-process': ['server/platform/process/restart.ts', 'server/platform/logging/limit-log.ts'],
  'platform-queues': ['server/platform/queues/stored-queue.ts', 'server/platform/database/database.ts'],
  'platform-response-cache': ['server/platform/response-cache/cache.ts', 'server/platform/pages/pages.ts'],
  'platform-mail': ['server/platform/mail/outbox.ts', 'server/platform/database/database.ts'],
  'platform-jobs': ['server/platform/jobs/job.ts', 'server/platform/http/server.ts'],
  'platform-gateways': ['server/platform/gateways/ask.ts', 'server/platform/http/server.ts'],
  'platform-embedded-postgres': ['server/platform/embedded-postgres/start.ts', 'server/platform/database/database.ts'],
  'platform-database': ['server/platform/database/query.ts', 'server/platform/lists/select-page.ts'],
  'platform-audit': ['server/platform/audit/record.ts', 'server/platform/http/server.ts'],
  'platform-http': ['server/platform/http/upload.ts', 'server/platform/media/store/media-store.ts'],
  'platform-rate-limits': ['server/platform/rate-limits/limit.ts', 'server/platform/email-codes/email-codes.ts'],
  'platform-email-codes': ['server/platform/email-codes/code.ts', 'server/platform/media/store/media-store.ts'],
  'platform-lists': ['server/platform/lists/list.ts', 'server/platform/pages/pages.ts'],
  'platform-pages': ['server/platform/pages/page.ts', 'server/platform/database/database.ts'],
  'platform-media-drawing': ['server/platform/media/drawing/draw.ts', 'server/platform/media/store/media-store.ts'],
  'platform-media-intake': ['server/platform/media/intake/take.ts', 'server/platform/media/inspection/inspector.ts'],
  'platform-media-store': ['server/platform/media/store/store.ts', 'server/platform/media/intake/multipart-form.ts'],
  'platform-media-inspection': ['server/platform/media/inspection/inspect.ts', 'server/platform/media/preparation/prepare-pdf.ts'],
  'platform-media-sound': ['server/platform/media/sound/take.ts', 'server/platform/http/server.ts'],
  'platform-media-preparation': ['server/platform/media/preparation/prepare.ts', 'server/platform/http/server.ts'],
  'platform-backup': ['server/platform/backup/back-up.ts', 'server/platform/http/server.ts'],
  'gateways-apart': ['server/platform/gateways/paynow/pay.ts', 'server/platform/gateways/stripe/stripe-gateway.ts'],
  'features-know-platform': ['server/features/rates/rate.ts', 'site/site.ts'],
  'features-apart': ['server/features/rates/sell.ts', 'server/features/books/books.service.ts'],
  'kinds-of-items-know-items': ['server/features/podcasts/sell.ts', 'server/features/books/books.service.ts'],
  'checkout-payments-apart': ['server/features/orders/checkout/pay.ts', 'server/features/orders/payments/payments.service.ts'],
  'web-without-server': ['web/routes/site/events.tsx', 'server/features/books/books.service.ts'],
  'lib-below-ui': ['web/lib/toast.ts', 'web/ui/button.tsx'],
  'ui-knows-no-noun': ['web/ui/shelf.tsx', 'web/features/books/book-shelf.tsx'],
  'web-features-apart': ['web/features/player/cover.tsx', 'web/features/books/book-shelf.tsx'],
  'viewer-rooms-apart': ['web/features/viewer/controls/turn.tsx', 'web/features/viewer/document/document-session.ts'],
  'ui-never-fetches': ['web/ui/counter.tsx', 'web/lib/api/api.ts'],
  'admin-kit-knows-no-noun': ['web/features/admin/kit/list/titles.tsx', 'web/features/admin/books/book-row.tsx'],
  'web-features-below-routes': ['web/features/player/link.tsx', 'web/routes/site/home.tsx'],
}

const allowed: [from: string, to: string][] = [
  ['server/features/audit/entry.ts', 'server/platform/database/database.ts'],
  ['server/platform/http/answer.ts', 'server/platform/problems.ts'],
  ['server/features/orders/admin/list.ts', 'server/features/orders/payments/payments.service.ts'],
  ['server/features/authors/publish.ts', 'server/features/items/items.service.ts'],
  ['web/features/admin/books/list.tsx', 'web/features/admin/kit/list/rows.tsx'],
  ['scripts/export-books.ts', 'server/features/books/books.service.ts'],
  ['web/routes/site/books.tsx', 'web/features/books/book-shelf.tsx'],
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
