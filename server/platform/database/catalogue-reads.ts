import { drizzle } from 'drizzle-orm/node-postgres'
import type { PoolClient } from 'pg'
import { ProblemError } from '#server/platform/problems.ts'
import type { Orm, Transaction } from './database.ts'
import type { Replica } from './replica.ts'

/** Read access for public lists and pages. Not for money, access, or data that a change is based on. */
export type CatalogueReads = {
  /** Runs queries. They may run twice. */
  query: <Result>(work: Work<Result>) => Promise<Result>
  /** Runs queries on one snapshot. They are repeated as long as `mayRepeat` returns true. */
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
 * Reads from the replica if it has every catalogue change known to this app, so that no visitor and no cache gets an older state than
 * before. Otherwise, or if the replica fails, reads from the primary.
 * @param version newest catalogue version known to this app
 */
export function readReplica(orm: Orm, replica: Pick<Replica, 'begin'>, version: () => number): CatalogueReads {
  const primary = readPrimary(orm)

  async function read<Result>(work: Work<Result>, fallBack: (work: Work<Result>) => Promise<Result>, mayRepeat: () => boolean) {
    // Falls back on any replica error: the replica may, for example, lack a column that a migration has just added.
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

/** Runs the work in a transaction that has begun, and ends the transaction. */
async function inTransaction<Result>(client: PoolClient, work: Work<Result>): Promise<Result> {
  try {
    return await work(drizzle({ client }))
  } finally {
    // Commits after a failure too: a read-only transaction has nothing to roll back.
    const isEnded = await client.query('commit').then(
      () => true,
      () => false,
    )
    client.release(!isEnded)
  }
}
