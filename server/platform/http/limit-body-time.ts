import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './close-unread-requests.ts'

const SECONDS = 30
/** Forms with files, and pieces of files. */
const UPLOADS = /^(multipart\/|application\/offset\+octet-stream)/

/** Ends connections that send a small body too slowly. Uploads have the server's own, longer limit. */
export function limitBodyTime(app: FastifyInstance) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    // Without a body there is nothing to wait for, and a timer would keep the request and its answer in memory.
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
