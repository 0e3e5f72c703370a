import { type AnyValue, type Logger, SeverityNumber } from '@opentelemetry/api'

type Line = {
  time: number
  level: number
  msg?: string
  err?: { type?: string; message?: string; stack?: string }
} & Record<string, unknown>

/** Pino's levels: https://getpino.io/#/docs/api?id=logger-level */
const SEVERITIES: [number, SeverityNumber, string][] = [
  [60, SeverityNumber.FATAL, 'FATAL'],
  [50, SeverityNumber.ERROR, 'ERROR'],
  [40, SeverityNumber.WARN, 'WARN'],
  [30, SeverityNumber.INFO, 'INFO'],
  [20, SeverityNumber.DEBUG, 'DEBUG'],
  [0, SeverityNumber.TRACE, 'TRACE'],
]
/** Fields already in the resource or the span, or that contain a visitor's IP address (`req`). */
const LEFT_OUT = ['time', 'level', 'msg', 'err', 'pid', 'hostname', 'req', 'res', 'trace_id', 'span_id']

/** Returns a log stream that writes each line to the standard output, and also emits it as a log record. */
export function exportLogs(logger: Logger): { write: (line: string) => void } {
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
