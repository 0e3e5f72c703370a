import { Client, type ClientConfig } from 'pg'
import { reportQueries } from './query-channel.ts'

/** Returns the current URL of the database. An embedded server may move to another port after a restart. */
export type GetDatabaseUrl = () => string

/**
 * SQL that makes the server notice within 20 seconds that a client machine is unreachable, and release the client's locks. The server's
 * default may be two hours.
 */
export const SET_KEEPALIVE = 'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * Returns a client class for pools. Each new connection uses the current URL of the database.
 * @param isPooled whether a pooler may send each statement to another connection of the server, where earlier prepared statements are
 * missing
 */
export function clientClassFor(getUrl: GetDatabaseUrl, onOpen?: (client: Client) => void, isPooled = false): typeof Client {
  return class FollowedClient extends Client {
    override query = reportQueries(isPooled ? withoutNames(super.query) : super.query)

    constructor(settings?: string | ClientConfig) {
      super({ ...(typeof settings === 'object' && settings), connectionString: getUrl() })
      onOpen?.(this)
    }
  }
}

function withoutNames<Query>(query: Query): Query {
  const original = query as (...args: unknown[]) => unknown
  function unnamed(this: unknown, first: unknown, ...rest: unknown[]) {
    const isNamed = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first)
    return original.call(this, isNamed ? { ...first, name: undefined } : first, ...rest)
  }
  return unnamed as Query
}

/** Returns the socket of a client, a property that the driver's types omit. */
function streamOf(client: object) {
  return (client as { connection: { stream: { destroy: () => void; setTimeout: (ms: number, then: () => void) => void } } }).connection
    .stream
}

/** Closes the socket without the protocol's Terminate message, which a lost server would never receive. Pending queries fail. */
export function destroyConnection(client: object) {
  streamOf(client).destroy()
}

export function destroyWhenSilent(client: object, ms: number) {
  streamOf(client).setTimeout(ms, () => destroyConnection(client))
}
