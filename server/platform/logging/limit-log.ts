import type { FastifyBaseLogger } from 'fastify'
import type { PinoLoggerOptions } from 'fastify/types/logger.js'

/** Maximum number of log lines with the same message per window. */
const LINES = 30
const WINDOW_MS = 60_000
/**
 * Maximum number of counted kinds of log lines. Kinds are few, since the code determines the messages; kinds beyond this number share one
 * count.
 */
const MAX_KINDS = 500
const WARN = 40
const SUPPRESSED = 'suppressed log lines of the same kind'

type LogMethod = NonNullable<NonNullable<PinoLoggerOptions['hooks']>['logMethod']>

/**
 * Prevents visitors from filling the log with warnings and errors that they can cause at will. At most `LINES` lines with the same message
 * are written in a window; at the end of the window a line states how many were suppressed. Lines at `info` and below are not limited.
 */
export function limitLog() {
  const written = new Map<string, number>()
  let log: Pick<FastifyBaseLogger, 'warn'> | undefined
  let timer: NodeJS.Timeout | undefined

  const logMethod: LogMethod = function (args, write, level) {
    const kind = kindOf(args)
    if (level < WARN || kind === SUPPRESSED || admits(kind)) write.apply(this, args)
  }

  function admits(kind: string): boolean {
    timer ??= setTimeout(endWindow, WINDOW_MS).unref()
    const counted = written.has(kind) || written.size < MAX_KINDS ? kind : 'others'
    const count = (written.get(counted) ?? 0) + 1
    written.set(counted, count)
    return count <= LINES
  }

  function endWindow() {
    clearTimeout(timer)
    timer = undefined
    const suppressed = [...written].filter(([, count]) => count > LINES)
    written.clear()
    for (const [kind, count] of suppressed) log?.warn({ kind, count: count - LINES }, SUPPRESSED)
  }

  return {
    hooks: { logMethod },
    writeTo: (logger: Pick<FastifyBaseLogger, 'warn'>) => {
      log = logger
    },
    endWindow,
  }
}

/** Returns the kind of a log line: the message with the name and code of its error, without the parts that differ between lines. */
function kindOf([first, second]: unknown[]): string {
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  if (!(error instanceof Error)) return message
  const { name, code } = error as Error & { code?: unknown }
  return [message, name, code].filter(Boolean).join(' ')
}
