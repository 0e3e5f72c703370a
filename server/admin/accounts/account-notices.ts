import { eq, lt, ne, sql } from 'drizzle-orm'
import type { Action } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { type EmailBrand, renderEmail } from '#server/platform/mail/render-email.ts'
import type { Platform } from '#server/platform/platform.ts'
import { accountNotices, admins } from './admins.schema.ts'

/** Time until an unsent notice is retried; longer than sending an email takes. */
const RETRY_AFTER = sql`interval '10 minutes'`
const KEPT_FOR = sql`interval '7 days'`

/** Function that records an account action in the audit log, in the transaction that performs the action. */
export type RecordAccountAction = (transaction: Transaction, action: Action) => Promise<unknown>

/**
 * Notifies all administrators by email when an account change grants or removes access to the admin area. The administrator who apparently
 * made the change is notified too, since a session may be stolen.
 */
export function createAccountNotices({ orm, record, mail, brand }: Pick<Platform, 'orm' | 'record' | 'mail' | 'brand'>) {
  return {
    /** Stores notices of an action, before an account is removed or its address changes, so that the former owner is notified. */
    record: async (transaction: Transaction, action: Action): Promise<void> => {
      await record(transaction, action)
      const sentence = describe(action)
      if (!sentence) return
      const { verb, subject, by } = action
      // A new account is not notified: its owner has not signed in yet.
      const recipients = await transaction
        .select({ email: admins.email })
        .from(admins)
        .where(verb === 'added' && subject.id ? ne(admins.id, subject.id) : undefined)
      if (recipients.length === 0) return
      await transaction.insert(accountNotices).values(recipients.map(({ email }) => ({ email, sentence, address: by?.address })))
    },

    /** Sends due notices, each at least once. Several instances may send concurrently: a notice is postponed before it is sent. */
    sendDue: async (signal?: AbortSignal): Promise<void> => {
      while (!signal?.aborted) {
        const due = orm
          .select({ id: accountNotices.id })
          .from(accountNotices)
          .where(lt(accountNotices.dueAt, sql`now()`))
          .orderBy(accountNotices.dueAt)
          .limit(1)
          .for('update', { skipLocked: true })
        const [notice] = await orm
          .update(accountNotices)
          .set({ dueAt: sql`now() + ${RETRY_AFTER}` })
          .where(eq(accountNotices.id, sql`(${due})`))
          .returning()
        if (!notice) return
        await mail.send({ to: notice.email, ...writeNotice(notice, brand()) })
        await orm.delete(accountNotices).where(eq(accountNotices.id, notice.id))
      }
    },

    /** Deletes email notices that could not be sent for a week. */
    purge: async (): Promise<void> => {
      await orm.delete(accountNotices).where(lt(accountNotices.createdAt, sql`now() - ${KEPT_FOR}`))
    },
  }
}

/** Returns the sentence of the email for an action, or undefined for actions without a notice. */
function describe({ noun, verb, subject, changes = [], by }: Action): string | undefined {
  const who = by?.admin?.name ?? (by?.address ? 'Someone' : 'A command on the server')
  const account = `the admin account of ${subject.name}`
  if (noun === 'session') return verb === 'ended' && by?.admin?.id !== subject.id ? `${who} ended a session of ${subject.name}.` : undefined
  if (noun === 'invitation')
    return verb === 'added'
      ? `${who} invited ${subject.name} to become an administrator.`
      : `${who} withdrew the invitation of ${subject.name}.`
  const invitedBy = changes.find(({ field }) => field === 'invitedBy')?.to
  if (invitedBy !== undefined) return `${subject.name} accepted the invitation from ${invitedBy} and now has an admin account.`
  if (verb === 'added') return `${who} created ${account}.`
  if (verb === 'deleted') return `${who} deleted ${account}.`
  const parts = changes.flatMap(({ field, to }) => {
    if (field === 'email') return ['changed its email address']
    if (field === 'password') return ['set a new password']
    if (field === 'forgottenPassword') return ['set a new password with a code that was sent to its email address']
    return field === 'totp' ? [`turned two-step sign-in ${to}`] : []
  })
  return parts.length > 0 ? `${who} changed ${account}: ${parts.join('; ')}.` : undefined
}

function writeNotice({ sentence, address, createdAt }: typeof accountNotices.$inferSelect, brand: EmailBrand) {
  return {
    subject: `${brand.name}: change to admin accounts`,
    ...renderEmail({
      brand,
      heading: 'Change to admin accounts',
      parts: [
        { paragraph: sentence },
        {
          facts: [
            ['Time', `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
            ...(address ? [['IP address', address] as [string, string]] : []),
          ],
        },
      ],
      footer: [
        'If you did not expect this, sign in to the admin area, end the sessions you don’t know and set new passwords.',
        'The activity list there shows everything that has changed.',
      ],
    }),
  }
}
