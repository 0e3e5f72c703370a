import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient, QueryResult } from 'pg'
import { ProblemError } from '#server/platform/problems.ts'
import { succeeds } from '#server/platform/succeeds.ts'
import type { Orm, Reader } from './database.ts'
import { reconnectWhenLost } from './reconnect-database.ts'
import { RequestPool } from './request-pool.ts'

/** Replication lag in ms above which a warning is reported. */
const LAG_MS = 5000

export type Replica = ReturnType<typeof openReplica>
type Work<Result> = (connection: Reader) => Promise<Result>
/** Reads public data for a search. The work runs again on the primary if the replica fails. */
export type ReadForSearch = <Result>(work: Work<Result>) => Promise<Result>

/** Opens a read replica, or several replicas behind one URL. The replica may be unavailable, even at startup. */
export function openReplica(options: {
  url: string
  poolSize: number
  /** Called when the replica becomes unavailable or lags far behind, and when it has recovered */
  onStatusChange: (text: string, details: Record<string, unknown>) => void
}) {
  const { url, poolSize, onStatusChange } = options
  let unavailable = false
  let behindSince: number | undefined
  let isReported = false
  const pool = new RequestPool({ getUrl: () => url, size: poolSize, isUnavailable: () => unavailable, isReplica: true })
  const reconnecting = reconnectWhenLost({
    getUrl: () => url,
    name: 'lectern watch',
    pool,
    acceptsStandby: true,
    onUnavailable: (reason) => {
      unavailable = true
      onStatusChange('The replica is unavailable; the primary serves its reads until it is available again', { reason: reason.message })
    },
    onRestored: () => {
      unavailable = false
      onStatusChange('The replica is available again', {})
    },
  })

  function reportLag(isBehind: boolean) {
    const now = performance.now()
    behindSince = isBehind ? (behindSince ?? now) : undefined
    const isFar = behindSince !== undefined && (isReported || now - behindSince > LAG_MS)
    if (isFar === isReported) return
    isReported = isFar
    onStatusChange(isFar ? 'The replica lags behind; the primary serves its reads until it has caught up' : 'The replica has caught up', {})
  }

  /** Begins a read-only transaction on one snapshot. Returns undefined if the catalogue of the replica is older than the given version. */
  async function begin(version: number): Promise<PoolClient | undefined> {
    if (unavailable) return undefined
    const client = await pool.connect()
    try {
      // A query with several statements returns several results.
      const results: unknown = await client.query('begin isolation level repeatable read read only; select version from catalogue_version')
      const [, found] = results as QueryResult<{ version: string }>[]
      const isBehind = Number(found?.rows[0]?.version) < version
      reportLag(isBehind)
      if (!isBehind) return client
      await client.query('rollback')
    } catch (error) {
      client.release(true)
      throw error
    }
    client.release()
  }

  return {
    pool,
    /**
     * Reads from the replica if it has every catalogue change known to this instance, so that no visitor and no cache gets an older state
     * than before. Otherwise, or if the replica fails, reads from the primary.
     * @param version newest catalogue version known to this instance
     */
    read: async <Result>(work: Work<Result>, { primary, version }: { primary: Orm; version: number }): Promise<Result> => {
      // Falls back on any replica error: the replica may, for example, lack a column that a migration has just added.
      const client = await begin(version).catch(() => undefined)
      if (!client) return work(primary)
      try {
        return await inTransaction(client, work)
      } catch (error) {
        if (error instanceof ProblemError) throw error
        return work(primary)
      }
    },
    close: async (): Promise<void> => {
      await reconnecting.close()
      pool.abandon()
      await pool.end()
    },
  }
}

/** Runs the work in an open transaction and then ends the transaction. */
async function inTransaction<Result>(client: PoolClient, work: Work<Result>): Promise<Result> {
  try {
    return await work(drizzle({ client }))
  } finally {
    // The transaction is committed even after a failure, since a read-only transaction has nothing to roll back.
    const isEnded = await succeeds(client.query('commit'))
    client.release(!isEnded)
  }
}
