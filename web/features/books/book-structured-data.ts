import type { Book, Thing } from 'schema-dts'
import { isFree } from '#contracts/price.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { breadcrumbData, priceData } from '#web/lib/structured-data.ts'

/** A book for search engines, with what it costs and where it stands. The URL of its file is included only when it is free. */
export function bookData(book: CatalogueBook, origin: string): Thing[] {
  const url = `${origin}/books/${book.slug}`
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
