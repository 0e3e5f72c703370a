import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Lets pages of other origins call the API with cookies. Register it before the routes, whose methods it allows. */
export async function allowOrigins(app: FastifyInstance, origins: string[]) {
  const methods: string[] = []
  // Routes are registered later; the plugin reads the list at each preflight.
  app.addHook('onRoute', ({ method }) => {
    for (const name of [method].flat()) if (!methods.includes(name) && name !== 'OPTIONS') methods.push(name)
  })
  const options = {
    origin: origins,
    credentials: true,
    exposedHeaders: [
      ...['x-request-id', 'x-total-count', 'link', 'retry-after', 'etag', 'accept-ranges', 'content-range', 'location'],
      ...['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'upload-offset', 'upload-length', 'upload-expires'],
    ],
    methods,
  }
  // Other OPTIONS requests are those of routes, such as the resumable uploads.
  await app.register(cors, { delegator: (request, done) => done(null, { ...options, preflight: isPreflight(request) }) })
}

/** Returns whether a browser asks if a page of another origin may send a request. */
function isPreflight({ method, headers }: FastifyRequest) {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
