import type { Book, Chapter, Thing } from 'schema-dts'
import { isFree } from '#contracts/shop/price.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { breadcrumbData, priceData } from '#web/lib/structured-data.ts'

/** Structured data of a book for search engines, with its price and breadcrumb. The URL of its file is included only for a free book. */
export function bookData(book: CatalogueBookDetails, origin: string): Thing[] {
  const url = `${origin}/books/${book.slug}`
  const chapters = book.contents.filter(({ depth }) => depth === 0).map(toChapter)
  const data: Book = {
    '@type': 'Book',
    '@id': `${url}#book`,
    url,
    mainEntityOfPage: url,
    name: book.title,
    description: book.description,
    author: { '@type': 'Person', name: book.author },
    image: new URL(book.coverImage, origin).href,
    bookFormat: 'https://schema.org/EBook',
    genre: book.categories,
    ...(book.pageCount !== null && { numberOfPages: book.pageCount }),
    ...(chapters.length > 0 && { hasPart: chapters }),
    datePublished: book.createdAt,
    dateModified: book.updatedAt,
    ...priceData({ price: book.price, url, origin }),
    ...(isFree(book.price) && {
      encoding: {
        '@type': 'MediaObject',
        contentUrl: new URL(book.pdfUrl, origin).href,
        encodingFormat: 'application/pdf',
        contentSize: `${book.pdfBytes} B`,
      },
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

function toChapter({ title, label }: CatalogueBookDetails['contents'][number]): Chapter {
  return { '@type': 'Chapter', name: title, pageStart: label }
}
