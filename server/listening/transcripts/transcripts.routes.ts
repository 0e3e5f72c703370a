import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { JsonChapters } from '#contracts/catalogue/chapter.ts'
import { type Cue, JsonTranscript } from '#contracts/catalogue/transcript.ts'
import { toJsonTranscript, writeSrt, writeVtt } from '#contracts/catalogue/transcript-files.ts'
import { ItemId } from '#contracts/common/list.ts'
import { ProductKind } from '#contracts/shop/product.ts'
import { allowAnyOrigin, answerPreflights } from '#server/platform/http/any-origin.ts'
import { NOT_MODIFIED } from '#server/platform/http/openapi-routes.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import { PREVIEW_HEADERS } from '#server/platform/response-cache/response-cache.ts'
import type { SharedBodies } from '#server/platform/response-cache/shared-bodies.ts'
import type { FindItemPreview } from '#server/product-directory.ts'
import type { TranscriptService } from './transcripts.service.ts'

const tags = ['podcasts']
const Query = z.object({
  grant: z
    .string()
    .max(500)
    .optional()
    .meta({ description: 'Grant from the recording’s signed URL, for the whole transcript of a priced episode' }),
})

const CHAPTERS: Record<ProductKind, string> = {
  podcast: 'Get the chapters of an episode for podcast apps; 404 if the episode has no chapters',
  book: 'Get the chapters of a book’s audiobook for podcast apps; 404 if there are none',
}

const FORMATS = {
  vtt: { name: 'WebVTT', type: 'text/vtt', write: writeVtt },
  srt: { name: 'SubRip', type: 'application/x-subrip', write: writeSrt },
  json: { name: 'JSON', type: 'application/json', write: (cues: Cue[]) => JSON.stringify(toJsonTranscript(cues)) },
}

/** Routes of chapters and transcripts, for podcast apps and pages of other sites. */
export function transcriptRoutes(
  transcripts: TranscriptService,
  { bodies, findPreview }: { bodies: SharedBodies; findPreview: FindItemPreview },
) {
  return async (app: App) => {
    setBound(app, 'cached')
    answerPreflights(app, async () => true)
    for (const kind of ProductKind.options) {
      app.get(
        `/${kind}s/:id/chapters.json`,
        {
          schema: {
            tags: [`${kind}s`],
            summary: CHAPTERS[kind],
            params: ItemId,
            response: { 200: described('application/json+chapters', JsonChapters), ...NOT_MODIFIED },
          },
        },
        (request, reply) =>
          sendCached(request, reply, 'application/json+chapters', async () => {
            const chapters = await transcripts.chapters(kind, request.params.id)
            const body: JsonChapters = { version: '1.2.0', chapters: chapters.map(({ start, title }) => ({ startTime: start, title })) }
            return JSON.stringify(body)
          }),
      )
    }

    for (const [extension, { name, type, write }] of Object.entries(FORMATS)) {
      app.get(
        `/podcasts/:id/transcript.${extension}`,
        {
          schema: {
            tags,
            summary: `Get an episode’s transcript as ${name}; for priced episodes only the preview; 404 when there is none`,
            params: ItemId,
            querystring: Query,
            response: { 200: described(type, extension === 'json' ? JsonTranscript : z.string()), ...NOT_MODIFIED },
            notes: { refuses: [403] },
          },
        },
        async (request, reply) => {
          const { id } = request.params
          const { grant } = request.query
          const preview = findPreview(request)
          if (grant === undefined && preview) {
            const begun = await bodies.inTurn(visitorOf(request), async () => write(await transcripts.preview(id, preview)))
            return reply.headers({ ...headersOf(type), ...PREVIEW_HEADERS }).send(begun)
          }
          if (grant === undefined) return sendCached(request, reply, type, async () => write(await transcripts.preview(id)))
          const whole = await bodies.inTurn(visitorOf(request), async () => write(await transcripts.whole(id, grant)))
          allowAnyOrigin(reply)
          return reply.headers({ ...headersOf(type), 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }).send(whole)
        },
      )
    }
  }

  /** Sends a response body that is the same for every visitor, and caches the body until the catalogue changes. */
  async function sendCached(request: FastifyRequest, reply: FastifyReply, type: string, write: () => Promise<string>) {
    const key = request.url.split('?')[0] ?? ''
    allowAnyOrigin(reply)
    return bodies.send(request, reply, {
      key,
      isDirect: true,
      obtain: async (visitor) => ({ headers: headersOf(type), body: await bodies.make(visitor, write) }),
    })
  }
}

function headersOf(type: string) {
  return { 'content-type': `${type}; charset=utf-8`, 'cross-origin-resource-policy': 'cross-origin' }
}

function described(type: string, schema: z.ZodType) {
  return { description: 'The file', content: { [type]: { schema } } }
}
