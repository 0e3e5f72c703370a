import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Language } from '#contracts/catalogue/language.ts'
import { languageName } from '#contracts/catalogue/language-names.ts'
import { CURSOR, ItemId, plainText } from '#contracts/common/list.ts'
import type { Document } from '#server/catalogue/feeds/documents.ts'
import type { FeedDeps } from '#server/catalogue/feeds/feed-deps.ts'
import { answerPreflights } from '#server/platform/http/any-origin.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound } from '#server/platform/problems.ts'
import { documentUrl } from '#server/platform/site-urls.ts'
import { writeXml } from '#server/platform/xml/write-xml.ts'
import { type OpdsContext, type OpdsEntry, type OpdsFormat, type OpdsNavigation, SEARCH_PATH } from './opds.ts'
import { opds1 } from './opds-1.ts'
import { opds2 } from './opds-2.ts'

const BOOKS = 50
const GROUPS = 200

/** Invalid parameters count as missing, as on the pages of the site. */
const optional = (schema: z.ZodType<string>) => schema.optional().catch(undefined)
const BooksQuery = z.object({
  q: optional(plainText(200)),
  /** Slug of a program of the site, which stands for a category */
  category: optional(plainText(100)),
  author: optional(plainText(200)),
  language: optional(Language),
  /** Slug of a series, whose books are listed in their order */
  series: optional(plainText(100)),
  price: optional(z.literal('free')),
  sort: optional(z.literal('new')),
  cursor: optional(z.string().regex(CURSOR)),
})
type BooksQuery = z.infer<typeof BooksQuery>
const GroupsQuery = z.object({ after: optional(plainText(200)) })

/** Creates the routes of the book catalogue for reading apps, in both versions of OPDS. */
export function opdsRoutes(deps: FeedDeps) {
  return async (app: App) => {
    setBound(app, 'cached')
    answerPreflights(app, async () => true)
    for (const format of [opds1, opds2]) await app.register(catalogueRoutes(format, deps))

    app.get(SEARCH_PATH, (request, reply) => {
      const urls = deps.urlsFor(request)
      const template = (path: string, type: string) => ({ '@type': type, '@template': `${urls.page(path)}?q={searchTerms}` })
      return deps.send(request, reply, documentUrl(urls.origin, request), async () => ({
        type: 'application/opensearchdescription+xml',
        body: writeXml({
          OpenSearchDescription: {
            '@xmlns': 'http://a9.com/-/spec/opensearch/1.1/',
            ShortName: deps.site().brand.name.slice(0, 16),
            Description: `Books from ${deps.site().brand.name}`,
            InputEncoding: 'UTF-8',
            OutputEncoding: 'UTF-8',
            Url: [
              template('/opds/books', 'application/atom+xml;profile=opds-catalog;kind=acquisition'),
              template('/opds/v2/books', 'application/opds+json'),
              template('/bookshop', 'text/html'),
            ],
          },
        }),
      }))
    })
  }
}

function catalogueRoutes(format: OpdsFormat, { catalogue, send, urlsFor, site }: FeedDeps) {
  const { base } = format

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    query: Record<string, string | undefined>,
    make: (context: OpdsContext) => Promise<Document>,
  ) {
    const urls = urlsFor(request)
    return send(request, reply, documentUrl(urls.origin, request, query), () => make({ base, site: site(), urls }))
  }

  async function listBooks(query: BooksQuery) {
    const { q, category, author, language, series, price, sort, cursor } = query
    const program = site().programs.find(({ slug }) => slug === category)
    if (category && !program) throw notFound('category')
    const page = await catalogue.listBooks({
      q,
      author,
      language,
      cursor,
      limit: BOOKS,
      category: program?.categories.join(','),
      free: price === 'free',
      newest: sort === 'new',
      ...(series && { series, sort: 'series' }),
    })
    if (series && !cursor && page.items.length === 0) throw notFound('series')
    return {
      title: titleOf(query, { program: program?.title, series: page.items[0]?.series }),
      path: path('/books', query),
      firstPath: path('/books', { ...query, cursor: undefined }),
      nextPath: page.next && path('/books', { ...query, cursor: page.next }),
      total: page.total,
      perPage: BOOKS,
      books: page.items,
    }
  }

  /** Returns the time of the newest book, in total or in a category. */
  async function newestBook(category?: string): Promise<string | undefined> {
    const { items } = await catalogue.listBooks({ category, newest: true, limit: 1 })
    return items[0]?.updatedAt
  }

  async function listCategories(): Promise<OpdsNavigation> {
    const entries = site().programs.map(async ({ slug, title, categories }) => ({
      title,
      text: `Books on ${title}`,
      path: path('/books', { category: slug }),
      kind: 'books' as const,
      updated: await newestBook(categories.join(',')),
    }))
    return { title: 'Categories', path: '/categories', entries: await Promise.all(entries) }
  }

  async function listAuthors(after: string | undefined): Promise<OpdsNavigation> {
    const { items, next } = await catalogue.listBookAuthors({ after, limit: GROUPS })
    return {
      title: 'Authors',
      path: path('/authors', { after }),
      entries: items.map((author) => entryOf(author, author.name, { author: author.name })),
      nextPath: next && path('/authors', { after: next }),
    }
  }

  async function listSeries(after: string | undefined): Promise<OpdsNavigation> {
    const { items, next } = await catalogue.listBookSeries({ after, limit: GROUPS })
    return {
      title: 'Series',
      path: path('/series', { after }),
      entries: items.map((series) => entryOf(series, series.name, { series: series.slug })),
      nextPath: next && path('/series', { after: next }),
    }
  }

  async function listLanguages(): Promise<OpdsNavigation> {
    const languages = await catalogue.listBookLanguages()
    const entries = languages.map((each) => entryOf(each, languageName(each.language), { language: each.language }))
    return { title: 'Languages', path: '/languages', entries }
  }

  /** Returns the lists of the root. Without series there is no list of series, and books in one language are not listed by language. */
  async function listRoot(): Promise<OpdsNavigation> {
    const [series, languages] = await Promise.all([catalogue.listBookSeries({ limit: 1 }), catalogue.listBookLanguages()])
    const shown = { '/series': series.items.length > 0, '/languages': languages.length > 1 } as Record<string, boolean>
    const updated = await newestBook()
    const entries = ROOT.filter((entry) => shown[entry.path] ?? true).map((entry) => ({ ...entry, updated }))
    return { title: site().brand.name, path: '', entries }
  }

  return async (app: App) => {
    app.get(base, (request, reply) => answer(request, reply, {}, async (context) => format.writeNavigation(await listRoot(), context)))

    app.get(`${base}/categories`, (request, reply) =>
      answer(request, reply, {}, async (context) => format.writeNavigation(await listCategories(), context)),
    )

    app.get(`${base}/languages`, (request, reply) =>
      answer(request, reply, {}, async (context) => format.writeNavigation(await listLanguages(), context)),
    )

    for (const [to, list] of [
      ['/authors', listAuthors],
      ['/series', listSeries],
    ] as const)
      app.get(base + to, { schema: { querystring: GroupsQuery } }, (request, reply) =>
        answer(request, reply, request.query, async (context) => format.writeNavigation(await list(request.query.after), context)),
      )

    app.get(`${base}/books`, { schema: { querystring: BooksQuery } }, (request, reply) =>
      answer(request, reply, request.query, async (context) => format.writeBooks(await listBooks(request.query), context)),
    )

    app.get(`${base}/books/:id`, { schema: { params: ItemId } }, (request, reply) =>
      answer(request, reply, {}, async (context) => format.writeBook(await catalogue.viewBook(request.params.id), context)),
    )
  }
}

const ROOT: Omit<OpdsEntry, 'updated'>[] = [
  { title: 'New', text: 'Newest books first', path: '/books?sort=new', rel: 'new', kind: 'books' },
  { title: 'All books', text: 'Bestsellers first', path: '/books', rel: 'popular', kind: 'books' },
  { title: 'Free', text: 'Free books', path: '/books?price=free&sort=new', kind: 'books' },
  { title: 'Categories', text: 'Books by category', path: '/categories', kind: 'navigation' },
  { title: 'Languages', text: 'Books by language', path: '/languages', kind: 'navigation' },
  { title: 'Authors', text: 'Books by author', path: '/authors', kind: 'navigation' },
  { title: 'Series', text: 'Series of books', path: '/series', kind: 'navigation' },
]

/** Returns the entry for a list of the books that have something in common. */
function entryOf({ books, updatedAt }: { books: number; updatedAt: string }, title: string, query: Record<string, string>): OpdsEntry {
  return { title, text: books === 1 ? '1 book' : `${books} books`, path: path('/books', query), kind: 'books', updated: updatedAt }
}

function titleOf(asked: BooksQuery, { program, series }: { program: string | undefined; series: string | undefined }): string {
  const { q, author, language, price, sort } = asked
  if (q) return `Books for “${q}”`
  if (program) return program
  if (author) return `Books by ${author}`
  if (asked.series) return series ?? 'Series'
  if (language) return `Books in ${languageName(language)}`
  if (price) return 'Free books'
  return sort ? 'New books' : 'All books'
}

function path(to: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `${to}?${new URLSearchParams(given)}` : to
}
