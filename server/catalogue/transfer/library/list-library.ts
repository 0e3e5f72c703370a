import { sql } from 'drizzle-orm'
import type { Author } from '#contracts/catalogue/author.ts'
import type { BookDetails } from '#contracts/catalogue/book.ts'
import type { Chapter } from '#contracts/catalogue/chapter.ts'
import { authorsOf } from '#contracts/catalogue/contributor-roles.ts'
import type { Picture } from '#contracts/catalogue/item.ts'
import { isListed } from '#contracts/catalogue/item-visibility.ts'
import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { BookQuery, CatalogueQuery, ListQuery, Page } from '#contracts/common/list.ts'
import { isFree } from '#contracts/shop/price.ts'
import type { StoredBook } from '#server/catalogue/books/books.store.ts'
import { firstEdition } from '#server/catalogue/items/editions.store.ts'
import type { PodcastService } from '#server/catalogue/podcasts/podcasts.service.ts'
import { findDerivedFiles } from '#server/media/store/derived-files.ts'
import { mediaFiles } from '#server/media/store/media.schema.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { pagesOf } from '#server/platform/lists/pages-of.ts'
import { ignoreNotFound } from '#server/platform/problems.ts'

/** Smallest width of pictures in pixels: twice the width at which the page displays them */
const PICTURE_WIDTH = 320

export type MediaFile = { key: string; bytes: number }
export type LibraryPicture = MediaFile & { width: number; height: number }
type Texts = {
  id: string
  title: string
  language: string | null
  description: string
  categories: string[]
  subjects: string[]
  people: string[]
}
type Files = { file: MediaFile; picture: LibraryPicture | undefined; coverAlt: string }

/** Audiobook of a free book, with its low-bitrate audio, or else its recording */
export type LibraryAudio = { file: MediaFile; seconds: number; chapters: Chapter[] }
/** Free published book, with the file that readers on a phone want most: its EPUB, or else its PDF. */
export type LibraryBook = Texts &
  Files & { kind: 'book'; format: 'epub' | 'pdf'; audio: LibraryAudio | undefined } & Pick<
    StoredBook,
    'subtitle' | 'series' | 'seriesNumber' | 'contributors' | 'pageCount'
  > & { needsPassword: boolean }
/** Free published episode, with its low-bitrate audio, or else its recording. */
export type LibraryEpisode = Texts & Files & { kind: 'episode'; duration: string; chapters: Chapter[]; hasTranscript: boolean }
export type LibraryItem = LibraryBook | LibraryEpisode
export type LibraryAuthor = { id: string; name: string; bio: string; picture: LibraryPicture | undefined; photoAlt: string }

export type LibraryCatalogue = {
  books: { list: (query: BookQuery) => Promise<Page<StoredBook>>; get: (id: string) => Promise<StoredBook> }
  podcasts: Pick<PodcastService, 'readTranscript'> & {
    get: (id: string) => Promise<PodcastDetails>
    list: (query: CatalogueQuery & { free?: boolean }) => Promise<Page<PodcastDetails>>
  }
  authors: { list: (query: ListQuery) => Promise<Page<Author>> }
}
/** `recordings` lists recordings as they were published, in place of their low-bitrate audio. */
type LibraryListOptions = { recordings?: boolean }
export type LibraryLists = ReturnType<typeof createLibraryLists>

/** Creates the lists of what a library contains: free items that are published, and their authors. */
export function createLibraryLists({ orm, books, podcasts, authors }: LibraryCatalogue & { orm: Orm }) {
  async function sizesOf(keys: string[]): Promise<Map<string, number>> {
    const { key, bytes } = mediaFiles
    const rows = await orm
      .select({ key, bytes })
      .from(mediaFiles)
      .where(sql`${key} = any(${sql.param(keys)}::text[])`)
    return new Map(rows.map((row) => [row.key, row.bytes]))
  }

  /** Adds the sizes of pictures, which their details lack. A picture without a stored file is left out. */
  async function withPictures<Item extends { image: Picture }>(items: Item[]) {
    const chosen = items.map((item) => ({ item, source: choosePicture(item.image) }))
    const sizes = await sizesOf(chosen.flatMap(({ source }) => source?.key ?? []))
    return chosen.map(({ item, source }) => {
      const bytes = source && sizes.get(source.key)
      return { ...item, picture: source && bytes !== undefined ? { ...source, bytes } : undefined }
    })
  }

  /** Returns the function that chooses the file of a recording: its low-bitrate audio, if there is any, or the recording. */
  async function soundChooser(keys: string[], recordings: boolean): Promise<(recording: MediaFile) => MediaFile> {
    const light = recordings ? undefined : await findDerivedFiles(orm, 'light', keys)
    return (recording) => light?.get(recording.key) ?? recording
  }

  const isFreeAndListed = (item: Pick<BookDetails, 'price' | 'state' | 'deletedAt'>) => isFree(item.price) && isListed(item)

  return {
    books: async function* ({ recordings = false }: LibraryListOptions = {}): AsyncGenerator<LibraryBook> {
      for await (const page of pagesOf((part) => books.list({ ...part, price: 'free', sort: 'title' }))) {
        const free = page.filter(isFreeAndListed).map((book) => ({ ...book, image: book.cover }))
        const audioOf = ({ editions }: StoredBook) => editions.find((edition) => edition.format === 'audio')
        const chooseSound = await soundChooser(
          free.flatMap((book) => audioOf(book)?.url ?? []),
          recordings,
        )
        for (const { picture, ...book } of await withPictures(free)) {
          const audio = audioOf(book)
          const { format, url, bytes, ...edition } = firstEdition(book.editions, 'epub', 'pdf')
          yield {
            ...textsOf(book, authorsOf(book)),
            kind: 'book',
            file: { key: url, bytes },
            picture,
            coverAlt: book.coverAlt,
            format: format === 'epub' ? 'epub' : 'pdf',
            audio: audio && {
              file: chooseSound({ key: audio.url, bytes: audio.bytes }),
              seconds: audio.durationSeconds ?? 0,
              chapters: audio.chapters ?? [],
            },
            subtitle: book.subtitle,
            series: book.series,
            seriesNumber: book.seriesNumber,
            contributors: book.contributors,
            pageCount: edition.pageCount ?? null,
            needsPassword: edition.encrypted ?? false,
          }
        }
      }
    },

    episodes: async function* ({ recordings = false }: LibraryListOptions = {}): AsyncGenerator<LibraryEpisode> {
      for await (const page of pagesOf((part) => podcasts.list({ ...part, free: true }))) {
        const free = page.filter(isFreeAndListed).map((episode) => ({ ...episode, image: episode.cover }))
        const chooseSound = await soundChooser(
          free.map(({ audioUrl }) => audioUrl),
          recordings,
        )
        for (const { picture, audioUrl, audioBytes, ...episode } of await withPictures(free)) {
          yield {
            ...textsOf(episode, [episode.host]),
            kind: 'episode',
            file: chooseSound({ key: audioUrl, bytes: audioBytes }),
            picture,
            coverAlt: episode.coverAlt,
            duration: episode.duration,
            chapters: episode.chapters,
            hasTranscript: episode.hasTranscript,
          }
        }
      }
    },

    authors: async function* (): AsyncGenerator<LibraryAuthor> {
      for await (const page of pagesOf((part) => authors.list(part))) {
        const found = page.map((author) => ({ ...author, image: author.picture }))
        for (const { id, name, bio, picture, photoAlt } of await withPictures(found)) yield { id, name, bio, picture, photoAlt }
      }
    },

    /** Returns whether an item is still free and published. */
    isStillFree: async ({ kind, id }: Pick<LibraryItem, 'kind' | 'id'>): Promise<boolean> => {
      const item = await ignoreNotFound<StoredBook | PodcastDetails>(kind === 'book' ? books.get(id) : podcasts.get(id))
      return item !== undefined && isFreeAndListed(item)
    },
  }
}

function textsOf({ id, title, language, description, categories, subjects }: Omit<Texts, 'people'>, people: string[]): Texts {
  return { id, title, language, description, categories, subjects, people }
}

/** Chooses a WebP rendition, since browsers on old laptops don't display AVIF. */
function choosePicture({ sources, width, height }: Picture) {
  const sorted = sources.filter(({ type }) => type === 'image/webp').toSorted((one, other) => one.width - other.width)
  const source = sorted.find((each) => each.width >= PICTURE_WIDTH) ?? sorted.at(-1)
  return source && { key: source.path, width: source.width, height: Math.round((source.width * height) / width) }
}
