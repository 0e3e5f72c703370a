import {
  type AnyValue,
  type Context,
  context,
  type Logger,
  propagation,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  hostDetector,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { traceOutgoing } from './outgoing-spans.ts'

/** Severities of OpenTelemetry for Pino's log levels: https://getpino.io/#/docs/api?id=logger-level */
const SEVERITIES: [number, SeverityNumber, string][] = [
  [60, SeverityNumber.FATAL, 'FATAL'],
  [50, SeverityNumber.ERROR, 'ERROR'],
  [40, SeverityNumber.WARN, 'WARN'],
  [30, SeverityNumber.INFO, 'INFO'],
  [20, SeverityNumber.DEBUG, 'DEBUG'],
  [0, SeverityNumber.TRACE, 'TRACE'],
]
/** Fields of log lines that are not exported: they are already in the resource or the span, or contain a visitor's IP address (`req`). */
const LEFT_OUT = ['time', 'level', 'msg', 'err', 'pid', 'hostname', 'req', 'res', 'trace_id', 'span_id']

/** Time limit in ms of a stopping instance for sending data to a collector that may be unavailable. */
const CLOSE_MS = 3000

export type TelemetrySettings = {
  /** URL of the telemetry collector; traces and logs are sent to `/v1/traces` and `/v1/logs` below it */
  endpoint: string
  /** Share of requests without a parent span that are traced, from 0 to 1 */
  sampled: number
}
export type Telemetry = ReturnType<typeof openTelemetry>

/**
 * Sends traces and logs over OTLP/HTTP. Spans are created in the code of this project: OpenTelemetry's instrumentations replace functions
 * of modules while they are loaded, which for ECMAScript modules needs a loader hook in every process. This module is imported only if an
 * endpoint is set.
 */
export function openTelemetry({ endpoint, sampled }: TelemetrySettings) {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'lectern' }))
    .merge(detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector] }))
  const tracers = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  const loggers = new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${endpoint}/v1/logs` }) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = tracers.getTracer('lectern')
  const stopTracing = traceOutgoing(tracer)

  return {
    traceRequests: (app: FastifyInstance) => traceRequests(app, tracer),
    logStream: exportLogs(loggers.getLogger('lectern')),
    /** Returns the trace fields that are added to every log line */
    logMixin: () => {
      const { traceId, spanId } = trace.getActiveSpan()?.spanContext() ?? {}
      return traceId === undefined ? {} : { trace_id: traceId, span_id: spanId }
    },
    /** Sends the remaining traces and logs. */
    close: async (): Promise<void> => {
      stopTracing()
      await withTimeout(Promise.allSettled([tracers.shutdown(), loggers.shutdown()]), CLOSE_MS, { fallback: undefined })
      context.disable()
      propagation.disable()
    },
  }
}

type Line = {
  time: number
  level: number
  msg?: string
  err?: { type?: string; message?: string; stack?: string }
} & Record<string, unknown>

/** Returns a log stream that writes each line to the standard output, and also emits it as a log record. */
function exportLogs(logger: Logger): { write: (line: string) => void } {
  return {
    write: (text) => {
      process.stdout.write(text)
      const line = JSON.parse(text) as Line
      const [, severityNumber, severityText] = SEVERITIES.find(([level]) => line.level >= level) ?? []
      logger.emit({ timestamp: line.time, severityNumber, severityText, body: line.msg ?? '', attributes: attributesOf(line) })
    },
  }
}

function attributesOf({ err, ...line }: Line): Record<string, AnyValue> {
  const own = Object.entries(line).filter(
    ([name, value]) => !LEFT_OUT.includes(name) && ['string', 'number', 'boolean'].includes(typeof value),
  )
  return {
    ...(Object.fromEntries(own) as Record<string, AnyValue>),
    ...(err && { 'exception.type': err.type, 'exception.message': err.message, 'exception.stacktrace': err.stack }),
  }
}

/**
 * Creates a span for each request, named by its route. The trace of a `traceparent` header is continued, since the server has removed
 * untrusted headers. API requests that page rendering makes inside the process become children of the page's span.
 */
function traceRequests(app: FastifyInstance, tracer: Tracer) {
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

  // Restores the async context of the request, which is lost while the body is read.
  app.addHook('preValidation', (request, _reply, done) => context.with(contexts.get(request) ?? context.active(), done))

  app.addHook('onResponse', async (request, { statusCode }) => {
    const own = contexts.get(request)
    const span = own && trace.getSpan(own)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
