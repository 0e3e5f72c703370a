import { type QueryMessage, queryChannel } from '#server/platform/database/query-channel.ts'

/** Records the statements that `work` sends to the database, including concurrent statements of the same process. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const ignore = () => undefined
  const handlers = { start: (message: unknown) => void statements.push((message as QueryMessage).text) }
  const all = { end: ignore, asyncStart: ignore, asyncEnd: ignore, error: ignore, ...handlers }
  queryChannel.subscribe(all)
  try {
    await work()
  } finally {
    queryChannel.unsubscribe(all)
  }
  return statements
}
