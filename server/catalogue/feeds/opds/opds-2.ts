import { authorsOf, groupByRole } from '#contracts/catalogue/contributor-roles.ts'
import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import { isFree } from '#contracts/shop/price.ts'
import { shorten } from '#server/catalogue/feeds/documents.ts'
import type { FeedBook } from '#server/catalogue/feeds/feed-items.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { coverImages, OPDS_RELATIONS, type OpdsContext, type OpdsFormat, SUMMARY_LENGTH, withMadeEpub } from './opds.ts'

const CATALOGUE = 'application/opds+json'
const PUBLICATION = 'application/opds-publication+json'

/** Format of OPDS 2.0, based on JSON. */
export const opds2: OpdsFormat = {
  base: '/opds/v2',

  writeNavigation: ({ title, path, entries, nextPath }, context) => {
    const link = (to: string) => context.urls.page(`${context.base}${to}`)
    return {
      type: CATALOGUE,
      body: JSON.stringify({
        metadata: { title },
        links: feedLinks({ self: link(path), next: nextPath === undefined ? undefined : link(nextPath) }, context),
        navigation: entries.map(({ title, path, rel }) => ({
          title,
          href: link(path),
          type: CATALOGUE,
          rel: rel ? OPDS_RELATIONS[rel] : 'subsection',
        })),
      }),
    }
  },

  writeBooks: ({ title, path, firstPath, nextPath, total, perPage, books }, context) => {
    const link = (to: string) => context.urls.page(`${context.base}${to}`)
    return {
      type: CATALOGUE,
      body: JSON.stringify({
        metadata: { title, numberOfItems: total, itemsPerPage: perPage },
        links: feedLinks({ self: link(path), first: link(firstPath), next: nextPath && link(nextPath) }, context),
        // The schema of OPDS requires at least one publication or navigation link.
        ...(books.length > 0
          ? { publications: books.map((book) => writePublication(book, context)) }
          : { navigation: [{ title: 'All books', href: link('/books'), type: CATALOGUE, rel: OPDS_RELATIONS.popular }] }),
      }),
    }
  },

  writeBook: (book, context) => ({ type: PUBLICATION, body: JSON.stringify(writePublication(book, context, { isWhole: true })) }),
}

function feedLinks({ self, first, next }: { self: string; first?: string; next?: string }, { base, urls }: OpdsContext) {
  const named = { self, start: urls.page(base), first, next }
  return [
    ...Object.entries(named).flatMap(([rel, href]) => (href ? [{ rel, href, type: CATALOGUE }] : [])),
    { rel: 'search', href: `${urls.page(`${base}/books`)}{?q}`, type: CATALOGUE, templated: true },
  ]
}

function writePublication(book: FeedBook, { base, urls }: OpdsContext, { isWhole = false } = {}) {
  const { id, slug, title, subtitle, author, contributors, description, categories, language, isbn, publisher, pageCount, updatedAt } = book
  const authors = authorsOf(book)
  const { jpeg, thumbnail, renditions } = coverImages(book, urls)
  const images = [...(jpeg ? [jpeg] : []), ...(thumbnail ? [thumbnail] : []), ...renditions]
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      identifier: `urn:uuid:${id}`,
      title,
      ...(subtitle && { subtitle }),
      ...(isbn && { altIdentifier: `urn:isbn:${isbn}` }),
      author: authors.length > 1 ? authors : author,
      ...groupByRole(contributors, ROLES),
      ...(language && { language }),
      ...(publisher && { publisher }),
      ...(book.series && {
        belongsTo: { series: { name: book.series, ...(book.seriesNumber !== null && { position: book.seriesNumber }) } },
      }),
      published: publicationTime(book),
      modified: updatedAt,
      subject: categories,
      description: isWhole ? description : shorten(description, SUMMARY_LENGTH),
      ...(pageCount && { numberOfPages: pageCount }),
    },
    links: [
      { rel: 'self', href: urls.page(`${base}/books/${slug}`), type: PUBLICATION },
      { rel: 'alternate', href: urls.page(`/books/${slug}`), type: 'text/html' },
      ...acquisitionLinks(book, urls),
    ],
    images,
  }
}

/** Roles of contributors that OPDS 2 has a property for */
const ROLES = ['translator', 'editor', 'illustrator', 'narrator'] as const

function acquisitionLinks({ slug, price, editions: stored, madeEpub }: FeedBook, urls: SiteUrls) {
  const editions = withMadeEpub(stored, madeEpub)
  if (isFree(price))
    return editions.map(({ type, bytes: size, url }) => ({ rel: OPDS_RELATIONS.openAccess, href: urls.media(url), type, size }))
  const properties = { price: { currency: 'USD', value: price }, indirectAcquisition: editions.map(({ type }) => ({ type })) }
  return [
    { rel: OPDS_RELATIONS.buy, href: urls.page(`/books/${slug}`), type: 'text/html', properties },
    ...editions.flatMap(({ type, previewUrl }) => (previewUrl ? [{ rel: OPDS_RELATIONS.sample, href: urls.media(previewUrl), type }] : [])),
  ]
}
