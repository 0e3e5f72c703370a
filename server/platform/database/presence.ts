import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import { LOCKS } from './locks.ts'

/**
 * One connection that lives as long as the app. The locks it holds tell others that the app is alive,
 * PostgreSQL drops them when it is killed, and notifications from other apps arrive on it.
 */
export type Presence = {
  /** This app's number among those that run; names its temporary folder */
  instance: number
  /** Calls back with each notification on the channel, and once with '' after a lost connection is back. */
  listen: (channel: string, onMessage: (payload: string) => void) => Promise<void>
  /** Leaves. When no other app uses this database, `whenLast` runs first; until it is done nobody can join. */
  leave: (whenLast?: () => Promise<void>) => Promise<void>
}

export async function joinPresence(url: string): Promise<Presence> {
  const instance = randomInt(1, 2 ** 31 - 1)
  const listeners = new Map<string, (payload: string) => void>()
  let leaving = false
  let client = await join()

  async function join(): Promise<Client> {
    const next = new Client({
      connectionString: url,
      application_name: 'lectern presence',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    next.on('error', () => undefined)
    next.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''))
    await next.connect()
    await next.query('select pg_advisory_lock_shared($1::bigint)', [LOCKS.presence])
    await next.query('select pg_advisory_lock($1::int, $2::int)', [LOCKS.instance, instance])
    for (const channel of listeners.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`)
    next.on('end', () => void rejoin())
    return next
  }

  async function rejoin() {
    while (!leaving) {
      await new Promise((resolve) => setTimeout(resolve, 1000).unref())
      try {
        client = await join()
        // What was sent in between is lost, so every listener looks for itself.
        for (const onMessage of listeners.values()) onMessage('')
        return
      } catch {
        // The database is still away; requests report that, here we only wait for it.
      }
    }
  }

  return {
    instance,
    listen: async (channel, onMessage) => {
      listeners.set(channel, onMessage)
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
    },
    leave: async (whenLast) => {
      leaving = true
      await client.query('select pg_advisory_unlock_shared($1::bigint)', [LOCKS.presence])
      const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1::bigint) as last', [LOCKS.presence])
      if (rows[0]?.last) await whenLast?.()
      await client.end()
    },
  }
}
