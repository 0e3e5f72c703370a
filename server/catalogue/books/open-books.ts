import { and, gt, type SQL, sql } from 'drizzle-orm'
import { isPreviewed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import { toMinor } from '#contracts/shop/money.ts'
import { editionKeys } from '#server/catalogue/items/editions.store.ts'
import { createMissingFiles } from '#server/catalogue/items/missing-files.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { ProductDirectory } from '#server/product-directory.ts'
import { bookGroupRoutes } from './book-groups.routes.ts'
import { createBookGroups } from './book-groups.store.ts'
import { bookRoutes } from './books.routes.ts'
import { books as table } from './books.schema.ts'
import { createBookSearch, type PageSearch } from './books.search.ts'
import { type BookServiceDeps, bookVisitorKeys, createBookService } from './books.service.ts'
import { createBookStore } from './books.store.ts'
import { createMadeEpubs } from './made-epubs.store.ts'

/** Creates the books feature: lists, publication, changes and deletion, and the product directory for sales. */
export function openBooks(
  deps: Omit<BookServiceDeps, 'madeEpubs'> & { catalogueVersion: CatalogueVersion; pageSearch: PageSearch; responseCache: ResponseCache },
) {
  const store = createBookStore(deps.orm, deps)
  const madeEpubs = createMadeEpubs(deps.orm)
  const books = createBookService(store, { ...deps, madeEpubs })
  const groups = createBookGroups(deps.orm)
  const { publicRoutes, adminRoutes } = bookRoutes(books, deps)
  const product: ProductDirectory['book'] = {
    find: async (id) => {
      const book = await store.find(id)
      return (
        book && {
          title: book.title,
          priceMinor: toMinor(book.price),
          fileKey: book.pdfUrl,
          editionKeys: editionKeys(book.editions),
          isOffered: isReachable(book),
          previewKeys: isPreviewed(book) ? bookVisitorKeys(book) : [],
        }
      )
    },
    view: books.viewInAllStates,
    setSold: async (transaction, id, sold) => {
      const outcome = await store.setSold(transaction, id, sold)
      // The catalogue version is incremented, since public pages list best-selling books first.
      if (outcome === 'changed') await deps.catalogueVersion.increment(transaction)
      return outcome !== 'gone'
    },
  }
  return {
    books,
    groups,
    product,
    search: createBookSearch(deps.pageSearch),
    findTitle: store.findTitle,
    findMadeEpub: madeEpubs.find,
    count: store.countUndeleted,
    countByAuthor: store.countByAuthor,
    lastChangeByAuthor: store.lastChangeByAuthor,
    renameAuthor: async (transaction: Transaction, from: string, to: string): Promise<number> => {
      const { renamed, listed } = await store.renameAuthor(transaction, from, to)
      await deps.announce(transaction, 'book', listed)
      return renamed
    },
    publicRoutes: [...publicRoutes, bookGroupRoutes(groups, deps)],
    adminRoutes,
    startupTasks: [{ name: 'add slugs to books', run: books.addMissingSlugs }],
    /** Creates missing previews and JPEG covers. Runs after all startup tasks, since it may take long after an upgrade */
    addMissingFiles: async (signal: AbortSignal) => {
      const missing = createMissingFiles({ ...deps, pixelLimit: deps.limits.imagePixels })
      const priced = { kind: 'book' as const, table, where: and(gt(table.priceMinor, 0), sql`${table.isListed}`) as SQL }
      await missing.addBookPreviews({ ...priced, rule: deps.previewRule(), publish: deps.publish }, signal)
      await missing.addJpegs({ table, assetId: table.coverId, shape: 'cover' }, signal)
      await missing.addJpegs({ table, assetId: table.coverId, shape: 'thumbnail', role: 'thumbnail' }, signal)
    },
    workers: [books.shareImageWorker, ...books.stateWorkers],
  }
}
