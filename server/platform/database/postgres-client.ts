import { Client, type ClientConfig } from 'pg'

/** Returns the current URL. An embedded database may come back on another port. */
export type GetDatabaseUrl = () => string

/** A client class for pools that looks up the database's current URL for each connection. */
export function clientClassFor(address: GetDatabaseUrl, onOpen?: (client: Client) => void): typeof Client {
  return class FollowedClient extends Client {
    constructor(settings?: string | ClientConfig) {
      super({ ...(typeof settings === 'object' && settings), connectionString: address() })
      onOpen?.(this)
    }
  }
}

/** The socket of a client, which the driver's types leave out. */
function streamOf(client: object) {
  return (client as { connection: { stream: { destroy: () => void; setTimeout: (ms: number, then: () => void) => void } } }).connection
    .stream
}

/** Closes the socket without the protocol's goodbye, which a lost server would never receive. Pending queries fail. */
export function destroyConnection(client: object) {
  streamOf(client).destroy()
}

export function destroyWhenSilent(client: object, ms: number) {
  streamOf(client).setTimeout(ms, () => destroyConnection(client))
}
