import { and, eq, inArray, like, lt, or, sql } from 'drizzle-orm'
import { COOKIE_DAYS, KNOWN_NETWORK_DAYS } from '#contracts/retention.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { admins } from './admins.schema.ts'
import { knownOrigins } from './known-origins.schema.ts'
import type { Origin } from './origin.ts'

/** A browser as long as its cookie. A network may be somebody else's by next season. */
const KEPT = { device: `${COOKIE_DAYS} days`, network: `${KNOWN_NETWORK_DAYS} days` }

export type KnownOriginStore = ReturnType<typeof createKnownOriginStore>

export function createKnownOriginStore(orm: Orm) {
  return {
    /** The first of the origins from which the owner of the e-mail address signed in before. */
    findFirst: async (email: string, origins: Origin[]): Promise<Origin | undefined> => {
      const rows = await orm
        .select({ origin: knownOrigins.origin })
        .from(knownOrigins)
        .innerJoin(admins, eq(admins.id, knownOrigins.adminId))
        .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), inArray(knownOrigins.origin, origins)))
      return origins.find((origin) => rows.some((row) => row.origin === origin))
    },

    /** Whether anybody signed in from there. */
    isKnown: async (origin: Origin): Promise<boolean> => (await orm.$count(knownOrigins, eq(knownOrigins.origin, origin))) > 0,

    remember: async (transaction: Transaction, adminId: string, origins: Origin[]) => {
      await transaction
        .insert(knownOrigins)
        .values(origins.map((origin) => ({ adminId, origin })))
        .onConflictDoUpdate({ target: [knownOrigins.adminId, knownOrigins.origin], set: { lastUsedAt: sql`now()` } })
    },

    /** Forgets what was not used for long. */
    purge: async () => {
      const unused = (kind: keyof typeof KEPT) =>
        and(like(knownOrigins.origin, `${kind} %`), lt(knownOrigins.lastUsedAt, sql`now() - ${KEPT[kind]}::interval`))
      await orm.delete(knownOrigins).where(or(unused('device'), unused('network')))
    },
  }
}
