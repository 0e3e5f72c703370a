import { isFree } from '#contracts/price.ts'
import type { CatalogueBook } from '#web/lib/api/api.ts'
import { breadcrumbData } from '#web/lib/breadcrumb-data.ts'

/** A book for search engines (schema.org Book), with what it costs and where it stands. */
export function bookData(book: CatalogueBook, origin: string) {
  const url = `${origin}/books/${book.slug}`
  return [
    {
      '@type': 'Book',
      '@id': url,
      url,
      name: book.title,
      description: book.description,
      author: { '@type': 'Person', name: book.author },
      image: new URL(book.coverImage, origin).href,
      bookFormat: 'https://schema.org/EBook',
      genre: book.categories,
      ...(book.pageCount !== null && { numberOfPages: book.pageCount }),
      datePublished: book.createdAt,
      isAccessibleForFree: isFree(book.price),
      offers: {
        '@type': 'Offer',
        url,
        price: Math.max(0, book.price).toFixed(2),
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
      },
    },
    breadcrumbData([
      { name: 'Bookshop', url: `${origin}/bookshop` },
      { name: book.title, url },
    ]),
  ]
}
