import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'

/** Text of a statement, without parameter values. */
export type QueryMessage = { text: string }

/** Diagnostics channel that reports statements to tracing subscribers. Without a subscriber, it costs nothing. */
export const queryChannel: TracingChannel<QueryMessage, QueryMessage> = tracingChannel('lectern.query')

/** Wraps the `query` method of a client so that its statements are reported to tracing subscribers. */
export function reportQueries<Query>(query: Query): Query {
  const original = query as (...args: unknown[]) => unknown
  function reported(this: unknown, ...args: unknown[]) {
    const text = queryChannel.hasSubscribers ? textOf(args[0]) : undefined
    if (text === undefined) return original.apply(this, args)
    if (typeof args.at(-1) === 'function') return queryChannel.traceCallback(original, -1, { text }, this, ...args)
    return queryChannel.tracePromise(original as (...args: unknown[]) => Promise<unknown>, { text }, this, ...args)
  }
  return reported as Query
}

/** Returns the text of a statement, or undefined for a stream such as a COPY. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const { text, submit } = query as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}
