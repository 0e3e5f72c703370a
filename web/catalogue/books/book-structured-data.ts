import type { Audiobook, Book, Chapter, Person, Thing } from 'schema-dts'
import { authorsOf, groupByRole, namesIn } from '#contracts/catalogue/contributor-roles.ts'
import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import { isoDuration } from '#contracts/listening/duration.ts'
import { isFree } from '#contracts/shop/price.ts'
import { audiobookOf } from '#web/lib/access/audiobook.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { breadcrumbData, priceData } from '#web/lib/structured-data.ts'

/** Maximum outline depth of listed chapters; sections within chapters are omitted. */
const DEEPEST = 1

/** Returns structured data of a book for search engines, with price and breadcrumbs. The file's URL is included only for free books. */
export function bookData(book: CatalogueBookDetails, origin: string): Thing[] {
  const url = `${origin}/books/${book.slug}`
  const chapters = listChapters(book.contents)
  const data: Book = {
    '@type': 'Book',
    '@id': `${url}#book`,
    url,
    mainEntityOfPage: url,
    name: book.title,
    ...(book.subtitle && { alternativeHeadline: book.subtitle }),
    description: book.description,
    author: authorsOf(book).map(toPerson),
    ...contributorsOf(book),
    ...(book.language && { inLanguage: book.language }),
    ...(book.isbn && { isbn: book.isbn }),
    ...(book.publisher && { publisher: { '@type': 'Organization', name: book.publisher } }),
    ...(book.publishedYear && { copyrightYear: book.publishedYear }),
    ...(book.editionStatement && { bookEdition: book.editionStatement }),
    ...(book.rights && { copyrightNotice: book.rights }),
    ...(book.seriesSlug && {
      isPartOf: { '@type': 'BookSeries', name: book.series, url: `${origin}/series/${book.seriesSlug}` },
      ...(book.seriesNumber !== null && { position: book.seriesNumber }),
    }),
    image: new URL(book.coverImage, origin).href,
    bookFormat: 'https://schema.org/EBook',
    ...audiobookData(book, url),
    genre: book.categories,
    ...(book.subjects.length > 0 && { keywords: book.subjects }),
    ...(book.pageCount !== null && { numberOfPages: book.pageCount }),
    ...(chapters.length > 0 && { hasPart: chapters }),
    datePublished: publicationTime(book),
    dateModified: book.updatedAt,
    ...priceData({ price: book.price, url, origin }),
    ...(isFree(book.price) && {
      encoding: [...book.editions, ...madeEpubOf(book)].map(({ type, url, bytes }) => ({
        '@type': 'MediaObject',
        contentUrl: new URL(url, origin).href,
        encodingFormat: type,
        contentSize: `${bytes} B`,
      })),
    }),
  }
  return [
    data,
    breadcrumbData([
      { name: 'Bookshop', url: `${origin}/bookshop` },
      { name: book.title, url },
    ]),
  ]
}

const madeEpubOf = ({ madeEpub }: Pick<CatalogueBookDetails, 'madeEpub'>) =>
  madeEpub ? [{ type: 'application/epub+zip', ...madeEpub }] : []

/** Returns the audiobook of a book as an example of the work. */
function audiobookData(book: CatalogueBookDetails, url: string): { workExample?: Audiobook } {
  const recording = audiobookOf(book)
  if (!recording) return {}
  const narrators = namesIn(book.contributors, 'narrator')
  return {
    workExample: {
      '@type': 'Audiobook',
      '@id': `${url}#audiobook`,
      name: book.title,
      bookFormat: 'https://schema.org/AudiobookFormat',
      duration: isoDuration(recording.durationSeconds ?? 0),
      ...(narrators.length > 0 && { readBy: narrators.map(toPerson) }),
      ...(book.language && { inLanguage: book.language }),
    },
  }
}

const toPerson = (name: string): Person => ({ '@type': 'Person', name })

/** Roles of contributors for which books have a property of schema.org with the same name */
const NAMED_ROLES = ['editor', 'translator', 'illustrator'] as const

function contributorsOf({ contributors }: CatalogueBookDetails) {
  const groups = Object.entries(groupByRole(contributors, NAMED_ROLES))
  return Object.fromEntries(groups.map(([property, names]) => [property, names.map(toPerson)]))
}

type Contents = CatalogueBookDetails['contents']

/** Lists the chapters of a book, or its parts with their chapters. A single top-level entry is treated as the book's title. */
function listChapters(contents: Contents, depth = 0): Chapter[] {
  const starts = contents.flatMap((entry, index) => (entry.depth === depth ? [index] : []))
  if (depth === 0 && starts.length === 1 && contents.length > 1) return listChapters(contents, 1)
  return starts.map((start, index) => {
    const { title = '', label = '' } = contents[start] ?? {}
    const within = contents.slice(start + 1, starts[index + 1])
    const parts = depth < DEEPEST ? listChapters(within, depth + 1) : []
    return { '@type': 'Chapter', name: title, pageStart: label, ...(parts.length > 0 && { hasPart: parts }) }
  })
}
