import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { BookPages, PageText } from '#contracts/book-pages.ts'
import { PAGE_FORMATS, PAGE_WIDTHS } from '#contracts/page-widths.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import type { StoredFile } from '#server/platform/media/store/media-library.ts'
import { matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import type { BookPageService } from './book-pages.service.ts'
import { EDITION } from './page-set.ts'

const Key = z.object({ key: z.string().max(80) })
const Page = Key.extend({ page: z.coerce.number().int().min(0).max(1e9).meta({ description: 'Counts from 1' }) })
const Picture = Page.extend({
  width: z.coerce.number().pipe(z.literal(PAGE_WIDTHS)).meta({ description: 'Pixels' }),
  format: z.enum(PAGE_FORMATS),
})
const Query = z.object({
  grant: z.string().max(500).optional().meta({ description: 'The one of the file’s own signed URL' }),
})
const HEADERS = { ETag: 'Changes when the pages are made differently', 'Cache-Control': 'For public files, caches may keep it for ever' }
const NOTES = { refuses: [403], responseHeaders: { 200: HEADERS } }
const TAGS = ['media']

export type BookPageFiles = {
  /** Finds a file that this request may read, else throws the problem that the file itself would be refused with */
  requireFile: (key: string, query: { grant?: string | undefined }) => Promise<StoredFile>
  /** Answers with bytes of a stored file */
  sendBytes: (request: FastifyRequest, reply: FastifyReply, key: string, range: { start: number; end: number }) => Promise<void>
}

/** What is made of a book’s file, below the file itself, and open to whom the file is open. */
export function bookPageRoutes(pages: BookPageService, { requireFile, sendBytes }: BookPageFiles) {
  return {
    publicRoutes: [
      async (app: App) => {
        const pagesSchema = {
          ...{ tags: TAGS, summary: 'The pages of a book’s file', params: Key, querystring: Query, notes: NOTES },
          response: { 200: BookPages, ...NOT_MODIFIED },
        }
        app.get('/media/:key/pages', { schema: pagesSchema }, async ({ params: { key }, query, headers }, reply) => {
          const file = await requireFile(key, query)
          const { state, ...set } = await pages.view(file)
          // Until all texts were read, it is not certain that there is none.
          const isFinal = state === 'complete' || set.hasText
          // Weak, since it is compressed on its way.
          const etag = `W/${etagOf(key, 'pages', set.hasText)}`
          reply.headers({
            ...headersOf(file, etag),
            ...(!isFinal && file.audience === 'public' && { 'cache-control': 'public, no-cache' }),
          })
          return matchesEtag({ headers: { etag } }, headers['if-none-match']) ? reply.code(304).send(null) : set
        })

        const textSchema = {
          ...{ tags: TAGS, summary: 'The text of a page, with its place on it', params: Page, querystring: Query, notes: NOTES },
          response: { 200: PageText, ...NOT_MODIFIED },
        }
        app.get('/media/:key/pages/:page/text', { schema: textSchema }, async ({ params: { key, page }, query, headers }, reply) => {
          const file = await requireFile(key, query)
          const text = await pages.text(file, page)
          const etag = `W/${etagOf(key, page, 'text')}`
          reply.headers(headersOf(file, etag))
          return matchesEtag({ headers: { etag } }, headers['if-none-match']) ? reply.code(304).send(null) : text
        })
      },
    ],
    fileRoutes: [
      async (app: App) => {
        const schema = { tags: TAGS, summary: 'A page as a picture', params: Picture, querystring: Query, notes: NOTES }
        app.get('/media/:key/pages/:page/:width.:format', { schema, exposeHeadRoute: false }, async (request, reply) => {
          const { key, page, width, format } = request.params
          const file = await requireFile(key, request.query)
          const { packKey, start, bytes } = await pages.picture(file, page, { width, format })
          const etag = etagOf(key, page, `${width}.${format}`)
          reply.headers({ ...headersOf(file, etag), 'content-type': `image/${format}` })
          if (matchesEtag({ headers: { etag } }, request.headers['if-none-match'])) return reply.code(304).send()
          reply.header('content-length', bytes)
          await sendBytes(request, reply, packKey, { start, end: start + bytes - 1 })
        })
      },
    ],
  }
}

function etagOf(key: string, ...parts: unknown[]) {
  return `"${[key.slice(0, 64), EDITION, ...parts].join('-')}"`
}

/** As those of the file. */
function headersOf({ audience }: StoredFile, etag: string) {
  return {
    etag,
    'cache-control': audience === 'public' ? 'public, max-age=31536000, immutable' : 'private, no-store',
    'cross-origin-resource-policy': 'cross-origin',
    ...(audience === 'owners' && { 'referrer-policy': 'no-referrer' }),
  }
}
