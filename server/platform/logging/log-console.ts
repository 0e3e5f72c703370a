import { format } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'

/**
 * Redirects errors and warnings that rendered pages and libraries print on the console to the log, whose format, redaction and limits then
 * apply. Returns a function that restores the console.
 */
export function logConsole(log: Pick<FastifyBaseLogger, 'error' | 'warn'>): () => void {
  const { error, warn } = console
  console.error = write.bind(null, 'error', 'a page or a library reported an error')
  console.warn = write.bind(null, 'warn', 'a page or a library reported a warning')
  return () => void Object.assign(console, { error, warn })

  function write(level: 'error' | 'warn', message: string, ...values: unknown[]) {
    const err = values.find((value) => value instanceof Error)
    const text = format(...values.filter((value) => value !== err))
    // Node prints warnings with `console.error`.
    log[text.startsWith('(node:') ? 'warn' : level]({ ...(err && { err }), ...(text && { text }) }, message)
  }
}
