import type { Readable } from 'node:stream'
import { BookChanges, type BookDetails, BookFields, bookForm } from '#contracts/catalogue/book.ts'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { formatContributors, parseContributors } from '#contracts/catalogue/contributor.ts'
import { type AdminMadeEpub, NOT_OFFERED } from '#contracts/catalogue/made-epub.ts'
import type { EditionFormat, MediaType } from '#contracts/common/file-formats.ts'
import type { BookQuery } from '#contracts/common/list.ts'
import type { UploadedEpub, UploadedPdf } from '#contracts/common/upload.ts'
import { fromMinor, toMinor } from '#contracts/shop/money.ts'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { firstEdition } from '#server/catalogue/items/editions.store.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import type { ItemKind } from '#server/catalogue/items/item-kind.ts'
import { createItemService } from '#server/catalogue/items/items.service.ts'
import { slugOf } from '#server/catalogue/items/slug-of.ts'
import { prepareStoredPreview, type StoredPreview } from '#server/catalogue/items/stored-preview.ts'
import type { PreviewRule } from '#server/media/preview-length.ts'
import { extractPreview } from '#server/media/processing/extract-preview.ts'
import { cutRecordingPreview, inspectAudio, prepareAudio } from '#server/media/processing/prepare-audio.ts'
import { inspectEpub, prepareEpub } from '#server/media/processing/prepare-epub.ts'
import { prepareImage } from '#server/media/processing/prepare-image.ts'
import { inspectPdf, preparePdf } from '#server/media/processing/prepare-pdf.ts'
import { findDerivedFiles } from '#server/media/store/derived-files.ts'
import { findUploads } from '#server/media/store/find-uploads.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { invalidRequest, notFound, passwordNeeded } from '#server/platform/problems.ts'
import type { BookRow, BookStore, StoredBook } from './books.store.ts'
import type { MadeEpubs } from './made-epubs.store.ts'

export type BookService = ReturnType<typeof createBookService>

type PageMetadata = Omit<BookDetails, keyof StoredBook | 'madeEpub'>
/**
 * Function that reads the page metadata of a book's file, of its preview, and of the file that everybody may read; provided by another
 * feature.
 */
type ReadPageMetadata = (files: { key: string; previewKey: string | null; openKey: string | null }, reader: Reader) => Promise<PageMetadata>

/** Returns the keys of the files that all visitors may open while the book is public. */
export function bookVisitorKeys({ price, editions }: Pick<StoredBook, 'price' | 'editions'>): string[] {
  return editions.map(({ url, previewUrl }) => (isFree(price) ? url : previewUrl)).filter((key) => key !== null)
}

const notOffered = (message: string) => invalidRequest([{ field: 'offerEpub', message }])

export type BookServiceDeps = ItemDeps & { previewRule: () => PreviewRule; readPageMetadata: ReadPageMetadata; madeEpubs: MadeEpubs }

export function createBookService(store: BookStore, { previewRule, readPageMetadata, madeEpubs, ...deps }: BookServiceDeps) {
  const { library, limits, ffmpeg } = deps
  const folder = library.tempFolder
  const describeEpub = (book: StoredBook) => madeEpubs.describe(book, deps.signedUrls.signForAdmin)
  const cutPreviewOf =
    (format: EditionFormat) =>
    async ({ price = 0 }: Partial<BookFields>, { key, type, details }: { key: string; type: string; details: object }) => {
      if (isFree(price) || ('encrypted' in details && details.encrypted)) return undefined
      const cut = (file: Readable) =>
        format === 'audio'
          ? cutRecordingPreview(file, { folder, type: type as MediaType })
          : extractPreview(format, file, { folder, rule: previewRule() })
      return prepareStoredPreview({ orm: deps.orm, library, label: 'book', key, cut })
    }
  const audience = ({ price }: Pick<BookFields, 'price'>) => (isFree(price) ? 'public' : 'owners')
  const kind: ItemKind<{
    fields: BookFields
    item: StoredBook
    details: BookDetails
    row: BookRow
    file: 'coverImage' | EditionFormat
  }> = {
    noun: 'book',
    shopTime: deps.shopTime,
    label: 'book',
    form: bookForm,
    fields: BookFields,
    changes: BookChanges,
    assets: {
      coverImage: {
        place: { column: 'coverId' },
        prepare: (file) => prepareImage(file, { pixelLimit: limits.imagePixels, jpeg: 'cover' }),
      },
      pdf: {
        place: { format: 'pdf' },
        isKept: true,
        cutPreview: cutPreviewOf('pdf'),
        prepare: async (file, { price }, { lockedPdf }) => {
          const prepared = await preparePdf(file, { preview: !isFree(price), rule: previewRule() })
          if (prepared.details.encrypted && lockedPdf === 'refuse')
            throw passwordNeeded('This PDF opens only with a password', 'To publish it anyway, send lockedPdf=accept.')
          return prepared
        },
        audience,
      },
      epub: {
        place: { format: 'epub' },
        isKept: true,
        cutPreview: cutPreviewOf('epub'),
        prepare: (file, { price }) => prepareEpub(file, { preview: !isFree(price), rule: previewRule() }),
        audience,
      },
      audio: {
        place: { format: 'audio' },
        isKept: true,
        cutPreview: cutPreviewOf('audio'),
        prepare: (file, { price }) => prepareAudio(file, { preview: !isFree(price), ffmpeg }),
        audience,
      },
    },
    nameOf: ({ title }) => title,
    toFields: ({ priceMinor, contributors, publishedYear, seriesNumber, offerEpub }) => ({
      offerEpub: offerEpub ? 'yes' : 'no',
      price: fromMinor(priceMinor),
      contributors: formatContributors(contributors),
      publishedYear: publishedYear?.toString(),
      seriesNumber: seriesNumber?.toString(),
    }),
    toColumns: ({ price, contributors, publishedYear, seriesNumber, series, offerEpub }) => ({
      offerEpub: offerEpub === 'yes',
      priceMinor: toMinor(price),
      contributors: parseContributors(contributors ?? ''),
      publishedYear: publishedYear ? Number(publishedYear) : null,
      seriesNumber: seriesNumber ? Number(seriesNumber) : null,
      seriesSlug: series ? slugOf(series) : null,
    }),
    toShown: ({ title, author, price, categories, cover }) => ({
      shape: 'book',
      title,
      by: author,
      categories,
      picture: cover,
      label: formatPrice(price),
      isFree: isFree(price),
    }),
    visitorKeys: bookVisitorKeys,
    describe: async (book, reader) => {
      const { pdfUrl: key, previewUrl: previewKey, price } = book
      const [{ madeEpub } = { madeEpub: null }] = await madeEpubs.addTo([book])
      return { madeEpub, ...(await readPageMetadata({ key, previewKey, openKey: isFree(price) ? key : previewKey }, reader)) }
    },
    // The EPUB of another file is not offered before an administrator has looked at it.
    complete: (given, { pdf, epub }, { isNew }) => {
      if (isNew && given.offerEpub === 'yes' && (epub || !pdf)) throw notOffered(NOT_OFFERED[epub && pdf ? 'own' : 'no-pdf'])
      return { ...given, ...(pdf && !isNew && given.offerEpub === undefined && { offerEpub: 'no' as const }) }
    },
    // Previews are created if a free book gets a price after publication.
    prepareMore: async (before, { price, offerEpub }, prepared) => {
      if (offerEpub === 'yes' && !before.offerEpub) await requireMadeEpub(before, prepared)
      if (!isFree(before.price)) return undefined
      const kept = before.editions.filter(({ format }) => !prepared[format])
      const previews: { format: EditionFormat; preview: StoredPreview }[] = []
      const discard = async () => {
        for (const { preview } of previews) await preview.discard()
      }
      try {
        for (const { format, url: key, type, encrypted } of kept) {
          const preview = await cutPreviewOf(format)({ price }, { key, type, details: { encrypted } })
          if (preview) previews.push({ format, preview })
        }
      } catch (error) {
        await discard()
        throw error
      }
      return {
        save: async (publication, assetIds) => {
          for (const { format, preview } of previews) await preview.save(publication, assetIds[format] ?? '')
        },
        discard,
      }
    },
  }

  /** Refuses to offer an EPUB that is not made, or of a file that is replaced in the same change. */
  async function requireMadeEpub(book: StoredBook, { pdf }: { pdf?: unknown }): Promise<void> {
    const { state } = await describeEpub(book)
    const message = pdf ? 'Save the new PDF first, then look at its EPUB.' : state !== 'made' && NOT_OFFERED[state]
    if (message) throw notOffered(message)
  }

  const items = createItemService({ ...deps, kind, store }, deps)

  async function withArtwork<Found extends StoredBook>(found: Found[]) {
    const ids = found.map(({ id }) => id)
    const { jpeg, thumbnail } = await store.coverJpegs(ids)
    return (await madeEpubs.addTo(found)).map((book) => ({
      ...book,
      artwork: jpeg.get(book.id) ?? null,
      thumbnail: thumbnail.get(book.id) ?? null,
    }))
  }

  return {
    list: (query: BookQuery) => store.list(query),
    /** Lists books for feeds and for catalogues of reading apps. `free` omits priced books, and `newest` sorts by age instead of sales. */
    listForFeeds: async (query: BookQuery & { free?: boolean; newest?: boolean }) => {
      const page = await store.list(query)
      return { ...page, items: await withArtwork(page.items) }
    },
    viewForFeeds: async (idOrSlug: string) => {
      const [book] = await withArtwork([await items.view(idOrSlug)])
      if (!book) throw notFound('book')
      return book
    },
    /** Returns a page of the free audiobooks and the audiobooks of the books with the given ids, newest first, and their number. */
    listHearable: async (ids: string[], page: { limit: number; offset: number }) => {
      const { items: found, total } = await store.listHearable(ids, page)
      const withCovers = await withArtwork(found)
      const aacOf = await findDerivedFiles(
        deps.orm,
        'aac',
        withCovers.map(({ editions }) => firstEdition(editions, 'audio').url),
      )
      return { items: withCovers.map((book) => ({ ...book, aac: aacOf.get(firstEdition(book.editions, 'audio').url) ?? null })), total }
    },
    findWithSound: store.findWithSound,
    /** Returns the chapters of a book’s audiobook. @throws notFound, gone */
    listAudioChapters: async (idOrSlug: string): Promise<Chapter[]> =>
      (await items.view(idOrSlug)).editions.find(({ format }) => format === 'audio')?.chapters ?? [],
    listAuthors: store.listAuthors,
    listInAllStates: store.listInAllStates,
    latest: store.latest,
    findIds: store.findIds,
    findNames: store.findNames,
    listForSitemap: async (page: number) =>
      (await store.listForSitemap(page)).map(({ slug, coverImageUrl: image, updatedAt }) => ({ slug, image, updatedAt })),
    listAll: store.listAll,
    listByFiles: store.listByFiles,
    findUploads: () => findUploads(deps.orm),
    ...items,

    /** Returns the duration of an audiobook. Throws the problem with which publication would refuse the file. */
    inspectRecording: async (file: UploadedFile): Promise<{ durationSeconds: number }> => inspectAudio(file, ffmpeg),
    /** Describes the EPUB that is made from a book's PDF, for administrators. */
    viewMadeEpub: async (id: string): Promise<AdminMadeEpub> => describeEpub(await items.get(id)),

    /** Returns information about an EPUB before publication. Throws the problem with which publication would refuse the EPUB. */
    inspectEpub: async (file: UploadedFile): Promise<UploadedEpub> => ({
      ...(await inspectEpub(file)),
      books: await store.listByFiles([`${file.sha256}.epub`]),
    }),

    /** Returns information about a PDF before publication. Throws the problem with which publication would refuse the PDF. */
    inspectPdf: async (file: UploadedFile): Promise<UploadedPdf> => ({
      ...(await inspectPdf(file)),
      books: await store.listByFiles([`${file.sha256}.pdf`]),
    }),
  }
}
