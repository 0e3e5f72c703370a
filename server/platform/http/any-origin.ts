import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './server.ts'

/** Response headers that scripts need to read a file in ranges and to revalidate it. */
const EXPOSED = 'accept-ranges, content-length, content-range, etag'
const PREFLIGHT = { 'access-control-allow-methods': 'GET, HEAD', 'access-control-max-age': '7200' }

/** Lets scripts of every site read the response. For allowed origins the existing header remains, which permits cookies. */
export function allowAnyOrigin(reply: FastifyReply) {
  if (reply.getHeader('access-control-allow-origin')) return
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
}

/**
 * Answers the preflight requests of GET routes that are registered in this scope afterwards. Routes whose response is readable by every
 * site call `allowAnyOrigin` themselves.
 * @param isOpen whether everyone may read the response without a grant
 */
export function answerPreflights(app: App, isOpen: (request: FastifyRequest) => Promise<boolean>) {
  app.addHook('onRoute', ({ method, routePath, schema }) => {
    if (method !== 'GET') return
    // Preflight handling of the CORS plugin is turned off, so that the plugin only adds the headers for allowed origins.
    const config = { cors: { preflight: false } }
    app.options(
      routePath,
      { schema: { ...(schema?.params !== undefined && { params: schema.params }), hide: true }, config },
      async (request, reply) => {
        if (await isOpen(request)) allowAnyOrigin(reply)
        // All requested headers are allowed, which is harmless without cookies. A wildcard would not cover requests with cookies.
        const headers = request.headers['access-control-request-headers']
        if (headers) reply.header('access-control-allow-headers', headers)
        return reply.code(204).headers(PREFLIGHT).send()
      },
    )
  })
}
