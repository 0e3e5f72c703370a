import { authorsOf, RELATORS } from '#contracts/catalogue/contributor-roles.ts'
import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import { isFree } from '#contracts/shop/price.ts'
import { shorten } from '#server/catalogue/feeds/documents.ts'
import type { FeedBook } from '#server/catalogue/feeds/feed-items.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { writeXml, type XmlNode } from '#server/platform/xml/write-xml.ts'
import { coverImages, OPDS_RELATIONS, type OpdsContext, type OpdsFormat, SEARCH_PATH, SUMMARY_LENGTH, withMadeEpub } from './opds.ts'

const NAVIGATION = 'application/atom+xml;profile=opds-catalog;kind=navigation'
const BOOKS = 'application/atom+xml;profile=opds-catalog;kind=acquisition'
const BOOK = 'application/atom+xml;type=entry;profile=opds-catalog'
const NAMESPACES = {
  '@xmlns': 'http://www.w3.org/2005/Atom',
  '@xmlns:dcterms': 'http://purl.org/dc/terms/',
  '@xmlns:opds': 'http://opds-spec.org/2010/catalog',
  '@xmlns:opf': 'http://www.idpf.org/2007/opf',
  '@xmlns:schema': 'http://schema.org/',
  '@xmlns:opensearch': 'http://a9.com/-/spec/opensearch/1.1/',
}

/** Format of OPDS 1.2, based on Atom. */
export const opds1: OpdsFormat = {
  base: '/opds',

  writeNavigation: ({ title, path, entries, nextPath }, context) => {
    const { base, urls } = context
    const link = (to: string) => urls.page(`${base}${to}`)
    return {
      type: NAVIGATION,
      body: writeXml({
        feed: {
          ...NAMESPACES,
          ...head(
            {
              title,
              self: link(path),
              type: NAVIGATION,
              next: nextPath === undefined ? undefined : link(nextPath),
              updated: latest(entries.map(({ updated }) => updated)),
            },
            context,
          ),
          entry: entries.map(({ title, text, path, rel, kind, updated = EMPTY_TIME }) => ({
            id: link(path),
            title,
            updated,
            content: { '@type': 'text', '#text': text },
            link: {
              '@rel': rel ? OPDS_RELATIONS[rel] : 'subsection',
              '@type': kind === 'books' ? BOOKS : NAVIGATION,
              '@href': link(path),
            },
          })),
        },
      }),
    }
  },

  writeBooks: ({ title, path, firstPath, nextPath, total, perPage, books }, context) => {
    const { base, urls } = context
    const link = (to: string) => urls.page(`${base}${to}`)
    const updated = latest(books.map(({ updatedAt }) => updatedAt))
    return {
      type: BOOKS,
      body: writeXml({
        feed: {
          ...NAMESPACES,
          ...head({ title, self: link(path), type: BOOKS, first: link(firstPath), next: nextPath && link(nextPath), updated }, context),
          'opensearch:totalResults': total,
          'opensearch:itemsPerPage': perPage,
          entry: books.map((book) => writeEntry(book, context)),
        },
      }),
    }
  },

  writeBook: (book, context) => ({
    type: BOOK,
    body: writeXml({ entry: { ...NAMESPACES, ...writeEntry(book, context, { isWhole: true }) } }),
  }),
}

/** Time of lists without books, since Atom requires a time. */
const EMPTY_TIME = '2020-01-01T00:00:00Z'

function latest(times: (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1)
}

function head(
  feed: { title: string; self: string; type: string; first?: string; next?: string; updated?: string },
  { base, site, urls }: OpdsContext,
): XmlNode {
  const { title, self, type, first, next, updated = EMPTY_TIME } = feed
  const root = urls.page(base)
  return {
    id: self,
    title,
    updated,
    author: { name: site.brand.name, uri: urls.page('/') },
    link: [
      { '@rel': 'self', '@type': type, '@href': self },
      { '@rel': 'start', '@type': NAVIGATION, '@href': root },
      ...(self === root ? [] : [{ '@rel': 'up', '@type': NAVIGATION, '@href': root }]),
      { '@rel': 'search', '@type': 'application/opensearchdescription+xml', '@href': urls.page(SEARCH_PATH) },
      ...(first ? [{ '@rel': 'first', '@type': type, '@href': first }] : []),
      ...(next ? [{ '@rel': 'next', '@type': type, '@href': next }] : []),
    ],
  }
}

function writeEntry(book: FeedBook, { base, urls }: OpdsContext, { isWhole = false } = {}): XmlNode {
  const { id, slug, title, contributors, description, categories, language, isbn, publisher, rights, pageCount, updatedAt } = book
  const own = urls.page(`${base}/books/${slug}`)
  return {
    id: `urn:uuid:${id}`,
    ...(language && { '@xml:lang': language }),
    title,
    author: authorsOf(book).map((name) => ({ name })),
    contributor: contributors.flatMap(({ name, role }) => (role === 'author' ? [] : [{ '@opf:role': RELATORS[role], name }])),
    published: publicationTime(book),
    updated: updatedAt,
    'dcterms:issued': publicationTime(book).slice(0, 10),
    ...(language && { 'dcterms:language': language }),
    ...(isbn && { 'dcterms:identifier': `urn:isbn:${isbn}` }),
    ...(publisher && { 'dcterms:publisher': publisher }),
    ...(rights && { rights }),
    ...(book.series && {
      'schema:Series': { '@name': book.series, ...(book.seriesNumber !== null && { '@schema:position': book.seriesNumber }) },
    }),
    ...(pageCount && { 'dcterms:extent': `${pageCount} pages` }),
    category: categories.map((name) => ({ '@term': name, '@label': name })),
    ...(isWhole
      ? { content: { '@type': 'text', '#text': description } }
      : { summary: { '@type': 'text', '#text': shorten(description, SUMMARY_LENGTH) } }),
    link: [
      isWhole ? { '@rel': 'self', '@type': BOOK, '@href': own } : { '@rel': 'alternate', '@type': BOOK, '@href': own },
      { '@rel': 'alternate', '@type': 'text/html', '@href': urls.page(`/books/${slug}`) },
      ...imageLinks(book, urls),
      ...acquisitionLinks(book, urls),
    ],
  }
}

function imageLinks(book: FeedBook, urls: SiteUrls): XmlNode[] {
  const { jpeg, thumbnail, renditions } = coverImages(book, urls)
  const image = jpeg ?? renditions.at(-1)
  const small = thumbnail ?? jpeg ?? renditions[0]
  const link = (rel: string, { type, href }: { type: string; href: string }) => ({ '@rel': rel, '@type': type, '@href': href })
  return [...(image ? [link(OPDS_RELATIONS.image, image)] : []), ...(small ? [link(OPDS_RELATIONS.thumbnail, small)] : [])]
}

function acquisitionLinks({ slug, price, editions: stored, madeEpub }: FeedBook, urls: SiteUrls): XmlNode[] {
  const editions = withMadeEpub(stored, madeEpub)
  if (isFree(price))
    return editions.map(({ type, bytes, url }) => ({
      '@rel': OPDS_RELATIONS.openAccess,
      '@type': type,
      '@length': bytes,
      '@href': urls.media(url),
    }))
  return [
    {
      '@rel': OPDS_RELATIONS.buy,
      '@type': 'text/html',
      '@href': urls.page(`/books/${slug}`),
      'opds:price': { '@currencycode': 'USD', '#text': price.toFixed(2) },
      'opds:indirectAcquisition': editions.map(({ type }) => ({ '@type': type })),
    },
    ...editions.flatMap(({ type, previewUrl }) =>
      previewUrl ? [{ '@rel': OPDS_RELATIONS.sample, '@type': type, '@href': urls.media(previewUrl) }] : [],
    ),
  ]
}
