import { z } from 'zod'
import { PageText } from '#contracts/reading/book-pages.ts'
import { ServedBookPages, TextImage } from '#contracts/reading/book-reflow.ts'
import { PAGE_FORMATS, PAGE_WIDTHS, type PageFormat } from '#contracts/reading/page-widths.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { allowAnyOrigin } from '#server/platform/http/any-origin.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { matchesEtag } from '#server/platform/response-cache/cached-response.ts'
import { REFLOW_VERSION } from './book-reflow.store.ts'
import { DOCUMENTED, type DocumentRequests, FileKey, headersOf, sendBody } from './document-requests.ts'
import type { ReadableDocuments } from './readable-documents.ts'

const Page = FileKey.extend({ page: z.coerce.number().int().min(0).max(1e9).meta({ description: '1-based' }) })
const Image = FileKey.extend({ image: TextImage.shape.sources.element.shape.file })
const Picture = Page.extend({
  width: z.coerce.number().pipe(z.literal(PAGE_WIDTHS)).meta({ description: 'Pixels' }),
  format: z.enum(PAGE_FORMATS),
})

/** Creates the routes of the page renditions of a book's file, below the URL of the file and with its access rules. */
export function bookPageRoutes(documents: ReadableDocuments, { requireFile, bodies, sendBytes }: DocumentRequests) {
  return {
    publicRoutes: [
      async (app: App) => {
        setBound(app, 'cached')
        const pagesSchema = {
          ...DOCUMENTED,
          summary: 'List the pages of a book’s file',
          params: FileKey,
          response: { 200: ServedBookPages, ...NOT_MODIFIED },
        }
        app.get('/media/:key/pages', { schema: pagesSchema }, async (request, reply) => {
          const file = await requireFile(request.params.key, request.query)
          const document = documents.open(file)
          const summary = await document.summary(visitorOf(request))
          const { state, hasText, hasFlow, isReflowBuilt, direction } = summary
          return sendBody(request, reply, {
            bodies,
            file,
            parts: ['pages', hasText, hasFlow, direction, REFLOW_VERSION],
            // The absence of text is final only after the texts of all pages were read.
            isFinal: isReflowBuilt && (state === 'complete' || hasText),
            read: (visitor) => document.manifest(summary, visitor),
          })
        })

        const textSchema = {
          ...DOCUMENTED,
          summary: 'Get the text of a page with positions',
          params: Page,
          response: { 200: PageText, ...NOT_MODIFIED },
        }
        app.get('/media/:key/pages/:page/text', { schema: textSchema }, async (request, reply) => {
          const { key, page } = request.params
          const file = await requireFile(key, request.query)
          const read = (visitor: Visitor) => documents.open(file).pages.text(page, visitor)
          return sendBody(request, reply, { bodies, file, parts: [page, 'text'], read })
        })
      },
    ],
    fileRoutes: [
      async (app: App) => {
        setBound(app, { constant: 'one row, and bytes of one file' })
        addImageRoute(app, {
          url: '/media/:key/pages/images/:image',
          schema: { ...DOCUMENTED, summary: 'Get an image in the text of a book’s file', params: Image },
          partsOf: ({ image }) => [image],
          formatOf: ({ image }) => (image.endsWith('.avif') ? 'avif' : 'webp'),
          find: async (file, { image }) => {
            const { key, bytes } = await documents.open(file).image(image)
            return { packKey: key, start: 0, bytes }
          },
        })
      },
      async (app: App) => {
        setBound(app, { constant: 'one row, and bytes of one file; unrendered pages are queued by network' })
        addImageRoute(app, {
          url: '/media/:key/pages/:page/:width.:format',
          schema: { ...DOCUMENTED, summary: 'Get a page as an image', params: Picture },
          partsOf: ({ page, width, format }) => [page, `${width}.${format}`],
          formatOf: ({ format }) => format,
          find: (file, { page, width, format }, visitor) => documents.open(file).pages.picture(page, { width, format }, visitor),
        })
      },
    ],
  }

  /** Adds a route of images, each within a stored file that `find` finds. */
  function addImageRoute<Params extends z.ZodType<{ key: string }>>(
    app: App,
    route: {
      url: string
      schema: { params: Params; summary: string }
      partsOf: (params: z.output<Params>) => unknown[]
      formatOf: (params: z.output<Params>) => PageFormat
      find: (file: StoredFile, params: z.output<Params>, visitor: Visitor) => Promise<{ packKey: string; start: number; bytes: number }>
    },
  ) {
    const { url, schema, partsOf, formatOf, find } = route
    // HEAD is registered explicitly, since Fastify's own HEAD route expects a body to measure.
    for (const method of ['GET', 'HEAD'] as const)
      app.route({
        method,
        url,
        schema: { ...schema, hide: method === 'HEAD' },
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const params = request.params as z.output<Params>
          const file = await requireFile(params.key, request.query as { grant?: string })
          if (file.audience === 'public') allowAnyOrigin(reply)
          const headers = headersOf(file, { parts: partsOf(params), isPicture: true })
          if (matchesEtag({ headers }, request.headers['if-none-match'])) return reply.code(304).headers(headers).send()
          const { packKey, start, bytes } = await find(file, params, visitorOf(request))
          reply.headers({ ...headers, 'content-type': `image/${formatOf(params)}`, 'content-length': bytes })
          if (method === 'HEAD') return reply.send()
          await sendBytes(request, reply, packKey, { start, end: start + bytes - 1 })
        },
      })
  }
}
