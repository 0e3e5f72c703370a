import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Invitation, InvitationAcceptance, InvitationFields, InvitedPerson, SentInvitation } from '#contracts/admin/admin.ts'
import { INVITATION_DAYS } from '#contracts/admin/retention.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/ip-networks.ts'
import { type EmailBrand, renderEmail } from '#server/platform/mail/render-email.ts'
import type { Platform } from '#server/platform/platform.ts'
import { notFound, tooManyRequests, unauthenticated } from '#server/platform/problems.ts'
import type { RecordAccountAction } from './account-notices.ts'
import { emailIsTaken, named } from './admins.service.ts'
import type { AdminStore } from './admins.store.ts'
import { refuseGuessable } from './guessable-password.ts'
import type { InvitationStore } from './invitations.store.ts'
import { hashPassword } from './passwords.ts'

/** Time limit for emailing an invitation, in ms. */
const MAIL_MS = 15_000
/** Limit of requests with an invitation token per network. Tokens are infeasible to guess; the limit only bounds the load. */
const OPENED = { max: 100, seconds: 3600 }

type Sent = Pick<SentInvitation, 'delivery'>
export type InvitationService = ReturnType<typeof createInvitationService>

type Deps = {
  store: InvitationStore
  admins: Pick<AdminStore, 'findByEmail' | 'insert'>
  record: RecordAccountAction
} & Pick<Platform, 'rateLimits' | 'transact' | 'mail' | 'brand'>

/** Invites people to become administrators. An invitation is no account: it gives the right to create one, once, with a password. */
export function createInvitationService(deps: Deps) {
  const { store, admins, rateLimits, transact, record, mail, brand } = deps

  /** Emails the invitation link directly, since an outbox would store the token. */
  async function mailLink({ email, invitedBy }: Invitation, url: string, log: (error: unknown) => void): Promise<Sent> {
    if (mail.kind !== 'smtp') return { delivery: 'no mail server' }
    const message = { to: email, ...writeInvitation({ brand: brand(), invitedBy, url }) }
    try {
      await withTimeout(mail.send(message), MAIL_MS, { error: () => new Error('The mail server did not respond in time') })
      return { delivery: 'mailed' }
    } catch (error) {
      log(error)
      return { delivery: 'failed' }
    }
  }

  async function countOpened(ip: string) {
    const { exceeded } = await rateLimits.count([{ key: `invitation from ${networkOf(ip)}`, ...OPENED }])
    if (exceeded) throw tooManyRequests('Too many attempts', exceeded.waitSeconds, { detail: 'Try again later.' })
  }

  async function findLive(token: string) {
    const invitation = await store.find(digest(token))
    if (!invitation) throw notFound('invitation')
    return invitation
  }

  return {
    list: async (): Promise<Invitation[]> => (await store.list()).map(toInvitation),

    /**
     * Invites a person and emails the link. An earlier invitation of the email address ends.
     * @param linkTo returns the URL for a token
     */
    invite: async (
      fields: InvitationFields,
      { by, linkTo, log }: { by: Actor & { admin: { id: string } }; linkTo: (token: string) => string; log: (error: unknown) => void },
    ): Promise<SentInvitation> => {
      if (await admins.findByEmail(fields.email)) throw emailIsTaken()
      const token = randomBytes(32).toString('base64url')
      const invitation = await transact(async (transaction) => {
        const id = uuidv7()
        const stored = await store.insert(transaction, { id, tokenDigest: digest(token), invitedBy: by.admin.id, ...fields })
        await record(transaction, { noun: 'invitation', verb: 'added', subject: named(stored), by })
        return toInvitation(stored)
      })
      const url = linkTo(token)
      const { delivery } = await mailLink(invitation, url, log)
      return { ...invitation, delivery, url: delivery === 'mailed' ? null : url }
    },

    withdraw: (id: string, { by }: { by?: Actor } = {}): Promise<void> =>
      transact(async (transaction) => {
        const person = await store.remove(transaction, id)
        if (!person) throw notFound('invitation')
        await record(transaction, { noun: 'invitation', verb: 'deleted', subject: named({ id, ...person }), by })
      }),

    /** Returns the invited person, for the page that the invitation links to. */
    open: async (token: string, ip: string): Promise<InvitedPerson> => {
      await countOpened(ip)
      const { firstname, lastname, email, expiresAt } = await findLive(token)
      return { firstname, lastname, email, expiresAt: expiresAt.toISOString() }
    },

    /** Creates the account of an invited person, who chooses the password. */
    accept: async ({ token, password }: InvitationAcceptance, ip: string): Promise<void> => {
      await countOpened(ip)
      const { firstname, lastname, email, invitedBy } = await findLive(token)
      await refuseGuessable(password, { firstname, lastname, email }, brand().name)
      const passwordHash = await hashPassword(password)
      await transact(async (transaction) => {
        if (!(await store.consume(transaction, digest(token)))) throw notFound('invitation')
        const admin = await admins.insert(transaction, { firstname, lastname, email, passwordHash })
        if (!admin) throw emailIsTaken()
        const changes = [{ field: 'invitedBy', to: invitedBy }]
        await record(transaction, { noun: 'account', verb: 'added', subject: named(admin), changes, by: { address: ip } })
      })
    },

    purge: store.purge,
  }
}

/** Returns the acting administrator. Throws without one, since only administrators may invite people. */
export function inviting(actor: Actor | undefined): Actor & { admin: { id: string; name: string } } {
  if (!actor?.admin) throw unauthenticated()
  return { ...actor, admin: actor.admin }
}

function toInvitation({ createdAt, expiresAt, ...invitation }: Awaited<ReturnType<InvitationStore['list']>>[number]): Invitation {
  return { ...invitation, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

function writeInvitation({ brand, invitedBy, url }: { brand: EmailBrand; invitedBy: string; url: string }) {
  return {
    subject: `${invitedBy} invites you to the admin area of ${brand.name}`,
    ...renderEmail({
      brand,
      heading: 'An account in the admin area',
      parts: [
        { paragraph: `${invitedBy} invites you to manage ${brand.name} together. Choose a password, and your account is ready.` },
        { link: 'Choose a password', url },
        {
          paragraph: `The link works once, for ${INVITATION_DAYS} days. Anyone who has it can become an administrator, so don’t pass it on.`,
        },
      ],
      footer: ['If you did not expect this, ignore it: without a password there is no account.'],
    }),
  }
}
