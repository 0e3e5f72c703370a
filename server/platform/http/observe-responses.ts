import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A response that was sent to a client. */
type SentResponse = {
  method: string
  /** Pattern of the route, such as `/api/books/:id`; never the URL, which clients choose */
  route: string
  status: number
  seconds: number
  /** Number of bytes of files in the request */
  uploadedBytes: number
}
export type ObserveResponse = (response: SentResponse) => void

const FILE_TYPES = /^(multipart\/form-data|application\/offset\+octet-stream)\b/

/** Reports each response to a client. API requests that page rendering makes inside the process are not reported separately. */
export function observeResponses(app: FastifyInstance, observe: ObserveResponse) {
  app.addHook('onResponse', ({ raw, method, routeOptions }, reply, done) => {
    if (raw.socket instanceof Socket) {
      const seconds = reply.elapsedTime / 1000
      observe({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, seconds, uploadedBytes: uploadedBytes(raw) })
    }
    done()
  })
}

function uploadedBytes({ complete, headers }: IncomingMessage): number {
  return complete && FILE_TYPES.test(headers['content-type'] ?? '') ? Number(headers['content-length'] ?? 0) : 0
}
