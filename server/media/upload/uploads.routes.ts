import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FileLimits, UploadField } from '#contracts/common/upload.ts'
import type { App } from '#server/platform/http/server.ts'
import { methodNotAllowed, ProblemError, unauthenticated } from '#server/platform/problems.ts'
import { relayToTus, unsupportedVersion } from './relay-to-tus.ts'
import type { UploadService } from './uploads.service.ts'

const tags = ['uploads']
const VERSION = '1.0.0'
const CONTENT_TYPE = 'application/offset+octet-stream'
// The id is not validated here, so that an invalid id is reported as a missing upload.
const params = z.object({ id: z.string() })
const RESUMABLE = { 'Tus-Resumable!': '1.0.0' }
const TUS = { refuses: [410, 412, 423], requestHeaders: RESUMABLE }
const nothing = (description: string) => ({ 204: z.null().meta({ description }) })

/** Resumable uploads by the tus protocol, version 1.0 (https://tus.io/protocols/resumable-upload): creation, termination, expiration. */
export function uploadRoutes({ uploads }: { uploads: UploadService }) {
  const handle = (request: FastifyRequest, reply: FastifyReply) => {
    const adminId = request.actor?.admin?.id
    if (!adminId) throw unauthenticated()
    return relayToTus(request, reply, { method: methodOf(request), handle: (relayed) => uploads.handle(relayed, adminId) })
  }

  return async (app: App) => {
    // The tus protocol requires this header on every response, including refusals.
    app.addHook('onSend', async (_request, reply) => void reply.header('tus-resumable', '1.0.0'))
    app.addHook('onRequest', async (request) => {
      const { 'tus-resumable': version, 'content-type': type } = request.headers
      const method = methodOf(request)
      const allowed = (request.params as { id?: string }).id === undefined ? ['OPTIONS', 'POST'] : ['DELETE', 'HEAD', 'PATCH']
      if (!allowed.includes(method)) throw methodNotAllowed(allowed)
      if (method !== 'OPTIONS' && version !== VERSION) throw unsupportedVersion()
      if (method === 'PATCH' && type !== CONTENT_TYPE)
        throw new ProblemError(415, 'unsupported_media_type', `Send the content type ${CONTENT_TYPE}`)
    })
    // Bodies with upload bytes are not parsed, since the data store reads the request stream.
    app.addContentTypeParser(CONTENT_TYPE, (_request, _body, done) => done(null))

    app.options(
      '/uploads',
      {
        schema: {
          tags,
          summary: 'Get the supported version and extensions of tus',
          response: nothing('Version and extensions in the headers'),
          notes: {
            ...TUS,
            responseHeaders: {
              204: { 'Tus-Version': '1.0.0', 'Tus-Extension': 'Supported extensions', 'Tus-Max-Size': 'Maximum size in bytes' },
            },
          },
        },
      },
      handle,
    )

    app.post(
      '/uploads',
      {
        schema: {
          tags,
          summary: `Create an upload: Upload-Length, and field (${UploadField.options.join(', ')}) and filename in Upload-Metadata`,
          response: { 201: z.null().meta({ description: 'Created' }) },
          notes: {
            refuses: [412, 507],
            requestHeaders: {
              ...RESUMABLE,
              'Upload-Length!': 'Bytes',
              'Upload-Metadata!': 'field and filename, with base64-encoded values',
            },
            responseHeaders: {
              201: {
                Location: 'URL of the upload; its last segment is the upload’s id',
                'Upload-Expires': 'Time at which the upload expires',
              },
            },
          },
        },
        config: { recentPassword: false },
      },
      handle,
    )

    app.head(
      '/uploads/:id',
      {
        schema: {
          tags,
          summary: 'Get the offset of an upload',
          params,
          response: { 200: z.null().meta({ description: 'The headers state the offset and the length' }) },
          notes: { ...TUS, responseHeaders: { 200: { 'Upload-Offset': 'Received bytes', 'Upload-Length': 'Total bytes' } } },
        },
        config: { swagger: { exposeHeadRoute: true } },
      },
      handle,
    )

    app.patch(
      '/uploads/:id',
      {
        schema: {
          tags,
          summary: 'Append bytes at Upload-Offset',
          params,
          response: nothing('Received'),
          notes: {
            refuses: [409, 410, 412, 423, 507],
            requestHeaders: { ...RESUMABLE, 'Upload-Offset!': 'Offset of the first byte' },
            contentType: CONTENT_TYPE,
            responseHeaders: { 204: { 'Upload-Offset': 'Received bytes so far' } },
          },
        },
        config: { recentPassword: false },
      },
      handle,
    )

    // POST is for clients whose network permits only GET and POST; the actual method is in X-HTTP-Method-Override.
    app.post('/uploads/:id', { schema: { params, hide: true }, config: { recentPassword: false } }, handle)

    app.delete(
      '/uploads/:id',
      {
        schema: { tags, summary: 'Cancel an upload', params, response: nothing('Deleted'), notes: TUS },
        config: { recentPassword: false },
      },
      handle,
    )
  }
}

/** Returns the effective method of a request by the tus protocol: X-HTTP-Method-Override replaces the HTTP method. */
function methodOf({ method, headers }: FastifyRequest): string {
  return String(headers['x-http-method-override'] ?? method).toUpperCase()
}

export function fileLimitRoutes({ limits }: { limits: FileLimits }) {
  return async (app: App) => {
    app.get(
      '/file-limits',
      { schema: { tags: ['uploads'], summary: 'Get the file size limits', response: { 200: FileLimits } } },
      () => limits,
    )
  }
}
