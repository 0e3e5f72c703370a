import type { FastifyInstance } from 'fastify'

/** Accepts an empty body with the content type JSON, which some clients send with every request. Routes that need a body require it by their schema. */
export function acceptEmptyJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}
