import { and, eq, inArray, like, lt, or, sql } from 'drizzle-orm'
import { COOKIE_DAYS, KNOWN_NETWORK_DAYS } from '#contracts/admin/retention.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { admins, knownSources } from './admins.schema.ts'
import type { SignInSource } from './sign-in-source.ts'

/**
 * Retention time of known browsers and networks. A browser is stored as long as its cookie; a network is stored for a shorter time, since
 * its IP addresses may be reassigned.
 */
const KEPT_FOR = { device: `${COOKIE_DAYS} days`, network: `${KNOWN_NETWORK_DAYS} days` }

export type KnownSourceStore = ReturnType<typeof createKnownSourceStore>

export function createKnownSourceStore(orm: Orm) {
  return {
    /** Returns the first of the given sources from which the account with the given email address has signed in before. */
    findFirst: async (email: string, sources: SignInSource[]): Promise<SignInSource | undefined> => {
      const rows = await orm
        .select({ source: knownSources.source })
        .from(knownSources)
        .innerJoin(admins, eq(admins.id, knownSources.adminId))
        .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), inArray(knownSources.source, sources)))
      return sources.find((source) => rows.some((row) => row.source === source))
    },

    /** Returns whether any admin has signed in from the given source. */
    isKnown: async (source: SignInSource): Promise<boolean> => (await orm.$count(knownSources, eq(knownSources.source, source))) > 0,

    remember: async (transaction: Transaction, adminId: string, sources: SignInSource[]) => {
      await transaction
        .insert(knownSources)
        .values(sources.map((source) => ({ adminId, source })))
        .onConflictDoUpdate({ target: [knownSources.adminId, knownSources.source], set: { lastUsedAt: sql`now()` } })
    },

    /** Deletes sign-in sources that have not been used within their retention time. */
    purge: async () => {
      const unused = (kind: keyof typeof KEPT_FOR) =>
        and(like(knownSources.source, `${kind} %`), lt(knownSources.lastUsedAt, sql`now() - ${KEPT_FOR[kind]}::interval`))
      await orm.delete(knownSources).where(or(unused('device'), unused('network')))
    },
  }
}
