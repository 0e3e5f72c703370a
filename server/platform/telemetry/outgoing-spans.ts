import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Attributes, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { type QueryMessage, queryChannel } from '#server/platform/database/query-channel.ts'

/** Messages of undici, the library of Node's `fetch`: https://undici.nodejs.org/#/docs/api/DiagnosticsChannel */
type FetchMessage = { request: { method: string; origin: string | URL }; response?: { statusCode: number }; error?: Error }
type HttpMessage = { request: ClientRequest; response?: IncomingMessage; error?: Error }

const LONGEST_TEXT = 2000

/**
 * Creates spans of SQL statements and of requests to gateways and the S3 service, which Node's diagnostics channels report. Only work
 * within a request is traced, since background work queries the database every few seconds. Returns a function that stops tracing.
 */
export function traceOutgoing(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const begin = (key: object, name: string, attributes: Attributes) => {
    if (trace.getActiveSpan()) spans.set(key, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }))
  }
  const end = (key: object, { status, error }: { status?: number; error?: unknown }) => {
    const span = spans.get(key)
    if (status !== undefined) span?.setAttribute('http.response.status_code', status)
    // The error message is omitted, since it may quote input of a visitor.
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', nameOf(error))
    span?.end()
    spans.delete(key)
  }
  const beginRequest = (key: object, method: string, host: string) =>
    begin(key, `${method} ${host}`, { 'http.request.method': method, 'server.address': host })

  // Paths and queries of URLs are omitted: S3 URLs are signed, and gateway URLs identify payments.
  const listeners: Record<string, (message: unknown) => void> = {
    'http.client.request.created': (message) => {
      const { request } = message as HttpMessage
      beginRequest(request, request.method, request.host)
    },
    'http.client.response.finish': (message) => {
      const { request, response } = message as HttpMessage
      end(request, { status: response?.statusCode })
    },
    'http.client.request.error': (message) => end((message as HttpMessage).request, message as HttpMessage),
    'undici:request:create': (message) => {
      const { request } = message as FetchMessage
      beginRequest(request, request.method, new URL(request.origin).hostname)
    },
    'undici:request:headers': (message) => {
      const { request, response } = message as FetchMessage
      end(request, { status: response?.statusCode })
    },
    'undici:request:error': (message) => end((message as FetchMessage).request, message as FetchMessage),
  }
  const queries = {
    start: (message: QueryMessage) => {
      const text = withoutLiterals(message.text)
      begin(message, text.trimStart().split(/\s/, 1)[0]?.toUpperCase() ?? '', { 'db.system.name': 'postgresql', 'db.query.text': text })
    },
    end: () => undefined,
    asyncStart: () => undefined,
    asyncEnd: (message: QueryMessage & { error?: unknown }) => end(message, message),
    error: () => undefined,
  }
  queryChannel.subscribe(queries)
  for (const [name, listener] of Object.entries(listeners)) subscribe(name, listener)
  return () => {
    queryChannel.unsubscribe(queries)
    for (const [name, listener] of Object.entries(listeners)) unsubscribe(name, listener)
  }
}

/** Removes literals from a statement, whose values are normally parameters. */
function withoutLiterals(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'/g, "'?'").slice(0, LONGEST_TEXT)
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  return (error as Error & { code?: unknown }).code?.toString() ?? error.name
}
