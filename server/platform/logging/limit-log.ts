import type { FastifyBaseLogger } from 'fastify'
import type { LoggerOptions } from 'pino'

/** Lines of one kind in a window; more than anybody reads. */
const LINES = 30
const WINDOW_MS = 60_000
/** Kinds are few, since their words are the app's own; should they not be, all that come late count as one. */
const MAX_KINDS = 500
const WARN = 40
const LEFT_OUT = 'lines like this were left out of the log'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/**
 * Keeps anonymous visitors from filling the log with what they can cause as often as they like, such as messages that are
 * refused. Of warnings and errors with the same words, only so many are written in a minute; when it is over, one line says
 * how many were left out. Requests at `info` and below are as many as there are.
 */
export function limitLog({ lines = LINES, windowMs = WINDOW_MS }: { lines?: number; windowMs?: number } = {}) {
  const written = new Map<string, number>()
  let log: Pick<FastifyBaseLogger, 'warn'> | undefined
  let timer: NodeJS.Timeout | undefined

  const logMethod: LogMethod = function (words, write, level) {
    const kind = kindOf(words)
    if (level < WARN || kind === LEFT_OUT || admits(kind)) write.apply(this, words)
  }

  function admits(kind: string): boolean {
    timer ??= setTimeout(endWindow, windowMs).unref()
    const counted = written.has(kind) || written.size < MAX_KINDS ? kind : 'others'
    const count = (written.get(counted) ?? 0) + 1
    written.set(counted, count)
    return count <= lines
  }

  function endWindow() {
    clearTimeout(timer)
    timer = undefined
    const leftOut = [...written].filter(([, count]) => count > lines)
    written.clear()
    for (const [kind, count] of leftOut) log?.warn({ kind, count: count - lines }, LEFT_OUT)
  }

  return {
    hooks: { logMethod },
    /** Where the counts are written; ends the window, so that none is lost at the end. */
    writeTo: (logger: Pick<FastifyBaseLogger, 'warn'>) => {
      log = logger
    },
    endWindow,
  }
}

/** The words of a line and the kind of its error, without what differs from one to the next. */
function kindOf([first, second]: unknown[]): string {
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  const words = typeof first === 'string' ? first : typeof second === 'string' ? second : ''
  if (!(error instanceof Error)) return words
  const { name, code } = error as Error & { code?: unknown }
  return [words, name, code].filter(Boolean).join(' ')
}
