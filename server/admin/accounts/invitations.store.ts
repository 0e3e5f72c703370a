import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import { INVITATION_DAYS } from '#contracts/admin/retention.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { adminInvitations, admins } from './admins.schema.ts'

type NewInvitation = Omit<typeof adminInvitations.$inferInsert, 'createdAt' | 'expiresAt'>
export type InvitationStore = ReturnType<typeof createInvitationStore>

const hasToken = (tokenDigest: string) => and(eq(adminInvitations.tokenDigest, tokenDigest), gt(adminInvitations.expiresAt, sql`now()`))

const columns = {
  id: adminInvitations.id,
  firstname: adminInvitations.firstname,
  lastname: adminInvitations.lastname,
  email: adminInvitations.email,
  createdAt: adminInvitations.createdAt,
  expiresAt: adminInvitations.expiresAt,
  invitedBy: sql<string>`${admins.firstname} || ' ' || ${admins.lastname}`,
}

export function createInvitationStore(orm: Orm) {
  const select = (connection: Reader = orm) =>
    connection.select(columns).from(adminInvitations).innerJoin(admins, eq(admins.id, adminInvitations.invitedBy)).$dynamic()

  return {
    list: () => select().orderBy(desc(adminInvitations.createdAt)),

    /** Returns the invitation with the given token digest unless it has expired. */
    find: async (tokenDigest: string) => (await select().where(hasToken(tokenDigest)))[0],

    /** Stores an invitation, replacing an earlier one for the email address. */
    insert: async (transaction: Transaction, invitation: NewInvitation) => {
      await transaction.delete(adminInvitations).where(eq(sql`lower(${adminInvitations.email})`, invitation.email.toLowerCase()))
      const expiresAt = sql`now() + make_interval(days => ${INVITATION_DAYS})`
      await transaction.insert(adminInvitations).values({ ...invitation, expiresAt })
      const [row] = await select(transaction).where(eq(adminInvitations.id, invitation.id))
      if (!row) throw new Error('Inserting an invitation returned no row')
      return row
    },

    /** Deletes the invitation with this token. Returns whether it existed: only one of several concurrent calls returns true. */
    consume: async (transaction: Transaction, tokenDigest: string): Promise<boolean> =>
      (await transaction.delete(adminInvitations).where(hasToken(tokenDigest))).rowCount === 1,

    /** Removes an invitation and returns the invited person. */
    remove: async (transaction: Transaction, id: string) => {
      const { firstname, lastname } = adminInvitations
      return (await transaction.delete(adminInvitations).where(eq(adminInvitations.id, id)).returning({ firstname, lastname }))[0]
    },

    /** Deletes invitations that expired a while ago. Until then, the list marks them as expired. */
    purge: async (): Promise<void> => {
      const longAgo = sql`now() - make_interval(days => ${INVITATION_DAYS})`
      await orm.delete(adminInvitations).where(lt(adminInvitations.expiresAt, longAgo))
    },
  }
}
