import type { PoolClient, QueryResult } from 'pg'
import { RequestPool } from './request-pool.ts'
import { watchDatabase } from './watch-database.ts'

/** Behind for so long, it is reported. */
const LAG_MS = 5000

export type Replica = ReturnType<typeof openReplica>

/** Opens a server that follows the primary, or several behind one URL. It may be away, also at the start. */
export function openReplica({
  url,
  poolSize,
  onStatusChange,
}: {
  url: string
  poolSize: number
  /** Called once when the replica is lost or far behind, and once when it is well again */
  onStatusChange: (text: string, details: Record<string, unknown>) => void
}) {
  let away = false
  let behindSince: number | undefined
  let isReported = false
  const pool = new RequestPool({ getUrl: () => url, size: poolSize, isAway: () => away, isReplica: true })
  const watch = watchDatabase({
    getUrl: () => url,
    acceptsStandby: true,
    onLost: (reason) => {
      away = true
      pool.abandon()
      onStatusChange('The replica is unavailable; the primary is read until it is back', { reason: reason.message })
    },
    onBack: () => {
      away = false
      onStatusChange('The replica is back', {})
    },
  })

  function reportLag(isBehind: boolean) {
    const now = performance.now()
    behindSince = isBehind ? (behindSince ?? now) : undefined
    const isFar = behindSince !== undefined && (isReported || now - behindSince > LAG_MS)
    if (isFar === isReported) return
    isReported = isFar
    onStatusChange(isFar ? 'The replica is far behind; the primary is read until it has caught up' : 'The replica has caught up', {})
  }

  return {
    pool,
    /**
     * Begins a transaction that reads one snapshot, if the catalogue in it has at least this version. The caller ends it and releases the
     * connection.
     */
    begin: async (version: number): Promise<PoolClient | undefined> => {
      if (away) return undefined
      const client = await pool.connect()
      try {
        // Several statements in one message have several results.
        const results: unknown = await client.query(
          'begin isolation level repeatable read read only; select version from catalogue_version',
        )
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
    },
    close: async (): Promise<void> => {
      await watch.stop()
      pool.abandon()
      await pool.end()
    },
  }
}
