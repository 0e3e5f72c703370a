import { toMinor } from '#contracts/money.ts'
import type { RecordAction } from '#server/platform/audit/action.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { PreviewRule } from '#server/platform/media/inspection/preview-length.ts'
import type { ClaimUpload } from '#server/platform/media/intake/claimed-upload.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { bookAdminRoutes, bookRoutes } from './books.routes.ts'
import { createBookService } from './books.service.ts'
import { createBookStore } from './books.store.ts'

/** Opens the books: their lists, their life from publishing to removal, and what selling needs of them. */
export function openBooks({
  orm,
  count,
  lists,
  library,
  publish,
  record,
  catalogueVersion,
  limits,
  previewRule,
  claimUpload,
}: {
  orm: Orm
  count: VersionedCache<number>
  lists: PublicLists
  library: MediaLibrary
  publish: PublishToCatalogue
  record: RecordAction
  catalogueVersion: CatalogueVersion
  limits: { imageBytes: number; imagePixels: number; pdfBytes: number }
  previewRule: PreviewRule
  claimUpload: ClaimUpload
}) {
  const store = createBookStore(orm, { count })
  const books = createBookService({ store, library, publish, record, pixelLimit: limits.imagePixels, previewRule })
  const product: ProductDirectory['book'] = {
    find: async (id) => {
      const book = await store.find(id)
      return book && { title: book.title, priceMinor: toMinor(book.price), fileKey: book.pdfUrl }
    },
    setSold: async (transaction, id, sold) => {
      const outcome = await store.setSold(transaction, id, sold)
      // Best sellers come first on the public pages.
      if (outcome === 'changed') await catalogueVersion.increment(transaction)
      return outcome !== 'gone'
    },
  }
  return {
    books,
    product,
    countByAuthor: store.countByAuthor,
    publicRoutes: [bookRoutes({ books, lists })],
    adminRoutes: [bookAdminRoutes({ books, library, limits, claimUpload })],
  }
}
