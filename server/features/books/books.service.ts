import { rm } from 'node:fs/promises'
import { type Book, BookChanges, BookFields } from '#contracts/book.ts'
import { fromMinor, toMinor } from '#contracts/money.ts'
import { isFree } from '#contracts/price.ts'
import type { ItemDeps } from '#server/features/items/item-deps.ts'
import { createItemService, type ItemKind } from '#server/features/items/items.service.ts'
import type { PreviewRule } from '#server/platform/media/inspection/preview-length.ts'
import { prepareImage } from '#server/platform/media/preparation/prepare-image.ts'
import { extractPreview, preparePdf } from '#server/platform/media/preparation/prepare-pdf.ts'
import { MissingMediaError } from '#server/platform/media/store/media-store.ts'
import { conflict } from '#server/platform/problems.ts'
import type { BookRow, BookStore } from './books.store.ts'

export type BookService = ReturnType<typeof createBookService>

export function createBookService(
  store: BookStore,
  { library, publish, record, limits, previewRule }: ItemDeps & { previewRule: PreviewRule },
) {
  const kind: ItemKind<BookFields, Book, BookRow, 'coverImage' | 'pdf'> = {
    noun: 'book',
    label: 'book',
    fields: BookFields,
    changes: BookChanges,
    assets: {
      coverImage: {
        column: 'coverId',
        missing: 'Choose a cover image.',
        prepare: (file) => prepareImage(file, { pixelLimit: limits.imagePixels }),
      },
      pdf: {
        column: 'pdfId',
        missing: 'Choose a PDF file.',
        prepare: (file, { price }) => preparePdf(file, { preview: !isFree(price), rule: previewRule }),
        audience: ({ price }) => (isFree(price) ? 'public' : 'owners'),
      },
    },
    nameOf: ({ title }) => title,
    toFields: ({ title, author, description, categories, priceMinor }) => ({
      ...{ title, author, description, categories },
      price: fromMinor(priceMinor),
    }),
    toColumns: ({ price, ...texts }) => ({ ...texts, priceMinor: toMinor(price) }),
    // A book that becomes priced after it was published needs a preview of the file that it has.
    prepareMore: async (before, { price }, { pdf }) => {
      if (pdf || before.encrypted || !isFree(before.price) || isFree(price)) return undefined
      const preview = await extractStoredPreview(before.pdfUrl)
      return (
        preview && {
          save: async ({ transaction, addFile }, { pdfId }) => {
            const stored = await store.filesOf(transaction, pdfId)
            if (!stored.some((file) => file.key === before.pdfUrl)) throw changedMeanwhile()
            if (!stored.some((file) => file.role === 'preview')) await addFile(pdfId, preview)
          },
          discard: () => rm(preview.path, { force: true }),
        }
      )
    },
  }

  async function extractStoredPreview(key: string) {
    const file = await library.store.open(key).catch((error: unknown) => {
      // Another admin may be replacing it at this moment.
      throw error instanceof MissingMediaError ? changedMeanwhile() : error
    })
    return extractPreview(file, { folder: library.tempFolder, rule: previewRule })
  }

  return { list: store.list, latest: store.latest, listAll: store.listAll, ...createItemService(kind, { store, publish, record }) }
}

function changedMeanwhile() {
  return conflict('Someone else changed this book meanwhile', 'Look at it again, then repeat your change.')
}
