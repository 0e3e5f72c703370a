import { Client, type ClientConfig } from 'pg'

/** Where the database is now. An embedded one may come back on another port. */
export type GetDatabaseUrl = () => string

/** A kind of client that connects to where the database is at that moment, for pools, which choose once. */
export function clientClassFor(address: GetDatabaseUrl, onOpen?: (client: Client) => void): typeof Client {
  return class FollowedClient extends Client {
    constructor(settings?: string | ClientConfig) {
      super({ ...(typeof settings === 'object' && settings), connectionString: address() })
      onOpen?.(this)
    }
  }
}

/** The connection below a client, which the driver's types leave out. */
function streamOf(client: object) {
  return (client as { connection: { stream: { destroy: () => void; setTimeout: (ms: number, then: () => void) => void } } }).connection
    .stream
}

/** Ends a connection without a word to the other side, which may not be there to hear it. Whatever waits for an answer fails. */
export function destroyConnection(client: object) {
  streamOf(client).destroy()
}

/** Ends a connection on which nothing has moved for so long. */
export function destroyWhenSilent(client: object, ms: number) {
  streamOf(client).setTimeout(ms, () => destroyConnection(client))
}
