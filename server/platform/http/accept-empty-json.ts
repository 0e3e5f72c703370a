import type { FastifyInstance } from 'fastify'

/** Takes no body for no body, also when a client announces JSON with every request. Bodies that a route needs are still asked for by its schema. */
export function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}
