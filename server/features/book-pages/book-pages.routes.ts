import { z } from 'zod'
import { ServedBookPages } from '#contracts/book-flow.ts'
import { PageText } from '#contracts/book-pages.ts'
import { PAGE_FORMATS, PAGE_WIDTHS } from '#contracts/page-widths.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { type BookPageFiles, FILE_NOTES, FileKey, FileQuery, isKept } from './book-file-requests.ts'
import { FLOW_EDITION } from './book-flow.store.ts'
import type { BookPageService } from './book-pages.service.ts'

const Page = FileKey.extend({ page: z.coerce.number().int().min(0).max(1e9).meta({ description: 'Counts from 1' }) })
const Picture = Page.extend({
  width: z.coerce.number().pipe(z.literal(PAGE_WIDTHS)).meta({ description: 'Pixels' }),
  format: z.enum(PAGE_FORMATS),
})
const TAGS = ['media']

/** What is made of a book’s file, below the file itself, and open to whom the file is open. */
export function bookPageRoutes(pages: BookPageService, { requireFile, sendBytes }: BookPageFiles) {
  return {
    publicRoutes: [
      async (app: App) => {
        const pagesSchema = {
          ...{ tags: TAGS, summary: 'The pages of a book’s file', params: FileKey, querystring: FileQuery, notes: FILE_NOTES },
          response: { 200: ServedBookPages, ...NOT_MODIFIED },
        }
        app.get('/media/:key/pages', { schema: pagesSchema }, async (request, reply) => {
          const file = await requireFile(request.params.key, request.query)
          const { state, ...set } = await pages.view(file)
          const { hasFlow, isMade } = await pages.hasFlow(file, set)
          // Until all texts were read, it is not certain that there is none.
          const isFinal = isMade && (state === 'complete' || set.hasText)
          const isKnown = isKept(request, reply, { file, parts: ['pages', set.hasText, hasFlow, FLOW_EDITION] })
          if (!isFinal && file.audience === 'public') reply.header('cache-control', 'public, no-cache')
          return isKnown ? reply.code(304).send(null) : { ...set, hasFlow }
        })

        const textSchema = {
          ...{ tags: TAGS, summary: 'The text of a page, with its place on it', params: Page, querystring: FileQuery, notes: FILE_NOTES },
          response: { 200: PageText, ...NOT_MODIFIED },
        }
        app.get('/media/:key/pages/:page/text', { schema: textSchema }, async (request, reply) => {
          const { key, page } = request.params
          const file = await requireFile(key, request.query)
          const text = await pages.text(file, page)
          return isKept(request, reply, { file, parts: [page, 'text'] }) ? reply.code(304).send(null) : text
        })
      },
    ],
    fileRoutes: [
      async (app: App) => {
        const schema = { tags: TAGS, summary: 'A page as a picture', params: Picture, querystring: FileQuery, notes: FILE_NOTES }
        app.get('/media/:key/pages/:page/:width.:format', { schema, exposeHeadRoute: false }, async (request, reply) => {
          const { key, page, width, format } = request.params
          const file = await requireFile(key, request.query)
          const { packKey, start, bytes } = await pages.picture(file, page, { width, format })
          reply.header('content-type', `image/${format}`)
          const parts = [page, `${width}.${format}`]
          if (isKept(request, reply, { file, parts, isPicture: true })) return reply.code(304).send()
          reply.header('content-length', bytes)
          await sendBytes(request, reply, packKey, { start, end: start + bytes - 1 })
        })
      },
    ],
  }
}
