import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './close-unread-requests.ts'

const SECONDS = 30
/** Content types of uploads: forms with files, and chunks of resumable uploads. */
const UPLOADS = /^(multipart\/|application\/offset\+octet-stream)/

/** Closes connections that send a small request body too slowly. Uploads have the longer time limit of the server. */
export function limitBodyTime(app: FastifyInstance) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    // Requests without a body get no timer, which would only keep the request in memory.
    if (!hasBody(request.raw) || isUpload(request)) return
    const timer = setTimeout(() => {
      if (!request.raw.complete) request.raw.destroy()
    }, SECONDS * 1000)
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    return payload
  })
}

function isUpload({ method, headers }: FastifyRequest) {
  return (method === 'POST' || method === 'PATCH') && UPLOADS.test(headers['content-type'] ?? '')
}
