import { type Context, context, propagation, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Creates a span of each request, named by its route. A `traceparent` is continued: the server has removed those that no trusted proxy
 * sent. API requests that a page sends inside the process become children of the page's span.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer) {
  const contexts = new WeakMap<FastifyRequest, Context>()

  app.addHook('onRequest', (request, _reply, done) => {
    const isInside = trace.getActiveSpan() !== undefined
    const parent = isInside ? context.active() : propagation.extract(context.active(), request.headers)
    const { method, id } = request
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'lectern.request_id': id }
    const span = tracer.startSpan(`${method} ${route}`, { kind: isInside ? SpanKind.INTERNAL : SpanKind.SERVER, attributes }, parent)
    const own = trace.setSpan(parent, span)
    contexts.set(request, own)
    context.with(own, done)
  })

  // Restores the context, which reading the body has left.
  app.addHook('preValidation', (request, _reply, done) => context.with(contexts.get(request) ?? context.active(), done))

  app.addHook('onResponse', async (request, { statusCode }) => {
    const own = contexts.get(request)
    const span = own && trace.getSpan(own)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
