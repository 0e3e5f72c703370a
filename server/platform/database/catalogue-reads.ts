import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { ProblemError } from '#server/platform/problems.ts'
import type { Orm, Transaction } from './database.ts'
import type { Replica } from './replica.ts'

/** Reads what the public lists and pages show. Never for money, access or what a change is based on. */
export type CatalogueReads = {
  /** Runs queries, perhaps twice. */
  query: <Result>(work: Work<Result>) => Promise<Result>
  /** Runs queries on one snapshot. They run again as long as `mayRepeat` returns true. */
  snapshot: <Result>(work: Work<Result>, mayRepeat: () => boolean) => Promise<Result>
}
type Work<Result> = (connection: Orm | Transaction) => Promise<Result>

export function readPrimary(orm: Orm): CatalogueReads {
  return {
    query: (work) => work(orm),
    snapshot: (work) => orm.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
  }
}

/**
 * Reads the replica if it has every change of the catalogue that this app knows of, so that nobody sees an older state than before and no
 * cache stores one. Otherwise, or when the replica fails, the primary.
 * @param version the newest version of the catalogue that this app knows of
 */
export function readReplica(orm: Orm, replica: Pick<Replica, 'begin'>, version: () => number): CatalogueReads {
  const primary = readPrimary(orm)

  async function read<Result>(work: Work<Result>, fallBack: (work: Work<Result>) => Promise<Result>, mayRepeat: () => boolean) {
    // Whatever is wrong with the replica, the primary may do: it could also lack a column that a migration added a moment ago.
    const client = await replica.begin(version()).catch(() => undefined)
    if (!client) return fallBack(work)
    try {
      return await inTransaction(client, work)
    } catch (error) {
      if (error instanceof ProblemError || !mayRepeat()) throw error
      return fallBack(work)
    }
  }

  return {
    query: (work) => read(work, primary.query, () => true),
    snapshot: (work, mayRepeat) => read(work, (again) => primary.snapshot(again, mayRepeat), mayRepeat),
  }
}

/** Runs the work in a transaction that was begun, and ends it. */
async function inTransaction<Result>(client: PoolClient, work: Work<Result>): Promise<Result> {
  try {
    return await work(drizzle({ client }))
  } finally {
    // Also after a failure: there is nothing to undo.
    const isEnded = await client.query('commit').then(
      () => true,
      () => false,
    )
    client.release(!isEnded)
  }
}
