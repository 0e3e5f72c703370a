import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { type Book, BookChanges, BookFields } from '#contracts/book.ts'
import { fromMinor, toMinor } from '#contracts/money.ts'
import { isFree } from '#contracts/price.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import { refuseStale } from '#server/platform/database/refuse-stale.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { PreviewRule } from '#server/platform/media/inspection/preview-length.ts'
import type { MultipartForm } from '#server/platform/media/intake/multipart-form.ts'
import type { UploadedFile } from '#server/platform/media/intake/uploaded-file.ts'
import { prepareImage } from '#server/platform/media/preparation/prepare-image.ts'
import { extractPreview, preparePdf } from '#server/platform/media/preparation/prepare-pdf.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import { MissingMediaError } from '#server/platform/media/store/media-store.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import { conflict, notFound } from '#server/platform/problems.ts'
import type { BookStore } from './books.store.ts'

export type BookForm = MultipartForm<'coverImage' | 'pdf'>
export type BookService = ReturnType<typeof createBookService>

export function createBookService({
  store,
  library,
  publish,
  record,
  pixelLimit,
  previewRule,
}: {
  store: BookStore
  library: MediaLibrary
  publish: PublishToCatalogue
  record: RecordAction
  pixelLimit: number
  previewRule: PreviewRule
}) {
  async function get(id: string): Promise<Book> {
    const book = await store.find(id)
    if (!book) throw notFound('book')
    return book
  }

  // Beside the upload, so that what isn't published goes with it.
  const prepareCover = (file: UploadedFile) => prepareImage(file, { folder: dirname(file.path), pixelLimit })
  const prepareDocument = (file: UploadedFile, price: number) =>
    preparePdf(file, { folder: dirname(file.path), preview: !isFree(price), rule: previewRule })
  /** For a book that becomes priced after it was published. Another administrator may be replacing its file at this moment. */
  async function cutStoredPreview(key: string) {
    const file = await library.store.open(key).catch((error: unknown) => {
      throw error instanceof MissingMediaError ? changedMeanwhile() : error
    })
    return extractPreview(file, { folder: library.tempFolder, rule: previewRule })
  }
  const audience = (price: number) => (isFree(price) ? 'public' : 'owners')

  return {
    list: store.list,
    latest: store.latest,
    listAll: store.listAll,
    get,

    add: async ({ fields, files }: BookForm, { id = uuidv7(), by }: { id?: string; by?: Actor | undefined } = {}): Promise<Book> => {
      const { coverImage, pdf } = files
      const { price, ...texts } = parseFields(BookFields, fields, [
        ...(coverImage ? [] : [{ field: 'coverImage', message: 'Choose a cover image.' }]),
        ...(pdf ? [] : [{ field: 'pdf', message: 'Choose a PDF file.' }]),
      ])
      if (!coverImage || !pdf) throw new Error('Missing files passed the check')
      const cover = await prepareCover(coverImage)
      const document = await prepareDocument(pdf, price)
      await publish(async ({ transaction, add }) => {
        const coverId = await add(cover)
        const pdfId = await add(document, audience(price))
        await store.insert(transaction, { id, ...texts, priceMinor: toMinor(price), coverId, pdfId })
        await record(transaction, { noun: 'book', verb: 'added', subject: { id, name: texts.title }, by })
      })
      return get(id)
    },

    change: async (id: string, { fields, files }: BookForm, { by }: { by?: Actor | undefined } = {}): Promise<Book> => {
      const { price, updatedAt, ...texts } = parseFields(BookChanges, fields)
      const before = await get(id)
      refuseStale('book', before.updatedAt, updatedAt)
      const newPrice = price ?? before.price
      const cover = files.coverImage && (await prepareCover(files.coverImage))
      const document = files.pdf && (await prepareDocument(files.pdf, newPrice))
      const becomesPriced = !document && isFree(before.price) && !isFree(newPrice) && !before.encrypted
      const preview = becomesPriced ? await cutStoredPreview(before.pdfUrl) : undefined

      await publish(async ({ transaction, add, addFile, setAudience, drop }) => {
        const current = await store.lock(transaction, id)
        if (!current) throw notFound('book')
        // Somebody may have been faster while the files were made ready.
        refuseStale('book', current.updatedAt, updatedAt)
        const coverId = cover && (await add(cover))
        const pdfId = document && (await add(document, audience(price ?? fromMinor(current.priceMinor))))
        await store.update(transaction, id, {
          ...texts,
          ...(price !== undefined && { priceMinor: toMinor(price) }),
          ...(coverId && { coverId }),
          ...(pdfId && { pdfId }),
        })
        if (coverId) await drop(current.coverId)
        if (pdfId) await drop(current.pdfId)
        else if (price !== undefined) await setAudience(current.pdfId, audience(price))
        if (preview) {
          const stored = await store.filesOf(transaction, current.pdfId)
          if (!stored.some((file) => file.key === before.pdfUrl)) throw changedMeanwhile()
          if (!stored.some((file) => file.role === 'preview')) await addFile(current.pdfId, preview)
        }
        const known = { ...current, price: fromMinor(current.priceMinor) }
        const changes = [...changesBetween(known, { ...texts, price }), ...replaced(files)]
        if (changes.length > 0)
          await record(transaction, { noun: 'book', verb: 'changed', subject: { id, name: texts.title ?? current.title }, changes, by })
      }).finally(() => preview && rm(preview.path, { force: true }))
      return get(id)
    },

    remove: async (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> => {
      await publish(async ({ transaction, drop }) => {
        const book = await store.lock(transaction, id)
        if (!book) throw notFound('book')
        await store.remove(transaction, id)
        await drop(book.coverId)
        await drop(book.pdfId)
        await record(transaction, { noun: 'book', verb: 'deleted', subject: { id, name: book.title }, by })
      })
    },
  }
}

function changedMeanwhile() {
  return conflict('Someone else changed this book meanwhile', 'Look at it again, then repeat your change.')
}
