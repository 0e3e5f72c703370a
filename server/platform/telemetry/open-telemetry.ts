import { context, propagation, trace } from '@opentelemetry/api'
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
import type { FastifyInstance } from 'fastify'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { exportLogs } from './export-logs.ts'
import { traceOutgoing } from './outgoing-spans.ts'
import { traceRequests } from './request-spans.ts'

/** Time limit of a stopping app for a collector that may be unavailable. */
const CLOSE_MS = 3000

export type TelemetrySettings = {
  /** The collector's URL; traces and logs are sent to `/v1/traces` and `/v1/logs` below it */
  endpoint: string
  /** Share of the requests without a parent that are traced, from 0 to 1 */
  sampled: number
}
export type Telemetry = ReturnType<typeof openTelemetry>

/**
 * Sends traces and logs over OTLP/HTTP. Spans are created in the app's own code: OpenTelemetry's instrumentations replace functions of
 * modules when they are loaded, which for ECMAScript modules needs a loader hook in every process. Only imported if an endpoint is set.
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
