import { toMinor } from '#contracts/money.ts'
import type { ItemDeps } from '#server/features/items/item-deps.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { PreviewRule } from '#server/platform/media/inspection/preview-length.ts'
import type { ClaimUpload } from '#server/platform/media/intake/with-form.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
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
}: ItemDeps & {
  catalogueVersion: CatalogueVersion
  limits: { pdfBytes: number }
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
