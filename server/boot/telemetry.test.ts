// @module-tag full
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTelemetry } from '#server/platform/telemetry/open-telemetry.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { createApp } from './app.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
type Span = { name: string; kind: number; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] }
type LogRecord = { body: { stringValue: string }; traceId?: string; attributes: Attribute[] }

const [TRACE_ID, PARENT_ID] = ['5b8efff798038103d269b633813fc60c', 'eee19b7ec3c1b174']
const TRACE_PARENT = `00-${TRACE_ID}-${PARENT_ID}-01`

/** Opens a telemetry collector that records the spans and logs sent to it. */
async function openCollector() {
  const spans: Span[] = []
  const logs: LogRecord[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans?: { scopeSpans: { spans: Span[] }[] }[]
      resourceLogs?: { scopeLogs: { logRecords: LogRecord[] }[] }[]
    }
    texts.push(JSON.stringify(body))
    for (const { scopeSpans } of body.resourceSpans ?? []) spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    for (const { scopeLogs } of body.resourceLogs ?? []) logs.push(...scopeLogs.flatMap((scope) => scope.logRecords))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, logs, texts }
}

/**
 * Opens a server with telemetry and a route that sends requests with `fetch` and with `node:http`, then fails. All traces have arrived once
 * the server is closed.
 */
async function openTracedApp(settings: Record<string, string>) {
  // The standard output is muted, since log lines are written to it as well.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  const collector = await openCollector()
  const services = await openTestServices({ LOG_LEVEL: 'warn', ...settings })
  const telemetry = openTelemetry({ endpoint: collector.endpoint, sampled: 1 })
  const app = await createApp(services, { telemetry })
  app.post('/outgoing', { config: { bound: 'limited' } }, async () => {
    const url = `${collector.endpoint}/path?signature=secret`
    await fetch(url, { method: 'POST', body: '{}' })
    await new Promise((resolve) => httpRequest(url, { method: 'POST' }, (response) => response.resume().on('end', resolve)).end('{}'))
    throw new Error('broken')
  })
  const site = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    ...collector,
    site,
    close: async () => {
      await app.close()
      await services.close()
      await telemetry.close()
    },
  }
}

const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) => attributes.find(({ key }) => key === name)?.value

test('the span of a request continues the proxy’s trace and contains the request’s SQL statements without visitor input', async () => {
  const { site, spans, texts, close } = await openTracedApp({ TRUST_PROXY: 'loopback' })
  await fetch(`${site}/api/books?q=secret`, { headers: { traceparent: TRACE_PARENT } })
  await close()
  const [request, ...others] = spans.filter(({ kind }) => kind === 2)
  expect(others).toEqual([])
  expect(request).toMatchObject({ name: 'GET /api/books', traceId: TRACE_ID, parentSpanId: PARENT_ID })
  const statements = spans.filter((span) => attribute(span, 'db.query.text'))
  expect(statements.length).toBeGreaterThan(0)
  for (const { name, traceId, parentSpanId } of statements)
    expect({ name, traceId, parentSpanId }).toEqual({ name: 'SELECT', traceId: TRACE_ID, parentSpanId: request?.spanId })
  expect(texts.join('')).not.toContain('secret')
})

test('a traceparent header from a visitor is ignored', async () => {
  const { site, spans, close } = await openTracedApp({})
  await fetch(`${site}/api/books`, { headers: { traceparent: TRACE_PARENT } })
  await close()
  expect(spans.length).toBeGreaterThan(0)
  expect(spans.map(({ traceId }) => traceId)).not.toContain(TRACE_ID)
})

test('spans of outgoing requests and log lines belong to the trace of their request, and are all sent before the shutdown ends', async () => {
  const { site, spans, logs, texts, close } = await openTracedApp({})
  // The request has a body because reading a body loses the async context of the request.
  const response = await fetch(`${site}/outgoing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"secret"}',
  })
  await close()
  const request = spans.find(({ name }) => name === 'POST /outgoing')
  const outgoing = spans.filter(({ name }) => name === 'POST 127.0.0.1')
  expect(outgoing.map(({ parentSpanId }) => parentSpanId)).toEqual([request?.spanId, request?.spanId])
  expect(outgoing.map((span) => attribute(span, 'http.response.status_code')?.intValue)).toEqual([200, 200])
  const [line] = logs
  expect(line).toMatchObject({ body: { stringValue: 'unexpected error' }, traceId: request?.traceId })
  expect(line && attribute(line, 'reqId')?.stringValue).toBe(response.headers.get('x-request-id'))
  expect(request && attribute(request, 'lectern.request_id')?.stringValue).toBe(response.headers.get('x-request-id'))
  expect(texts.join('')).not.toMatch(/secret|signature/)
  const written = vi.mocked(process.stdout.write).mock.calls.map(([text]) => String(text))
  expect(JSON.parse(written.find((text) => text.includes('unexpected error')) ?? '{}')).toMatchObject({ trace_id: request?.traceId })
})
