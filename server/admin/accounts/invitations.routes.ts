import { z } from 'zod'
import {
  Invitation,
  InvitationAcceptance,
  InvitationFields,
  InvitationQuestion,
  InvitedPerson,
  SentInvitation,
} from '#contracts/admin/admin.ts'
import { ItemId } from '#contracts/common/list.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type InvitationService, inviting } from './invitations.service.ts'

const tags = ['admins']

/** Page that invitation links open. The token is in the URL fragment, which browsers never send, so no log or Referer contains it. */
const PAGE = '/admin/invitation'

export function invitationRoutes({ invitations, urlsFor }: { invitations: InvitationService } & Pick<Platform, 'urlsFor'>) {
  return async (app: App) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get('/invitations', { schema: { tags, summary: 'List pending invitations', response: { 200: z.array(Invitation) } } }, () =>
      invitations.list(),
    )

    app.post(
      '/invitations',
      {
        schema: {
          tags,
          summary: 'Invite a person to become an administrator; the link is returned only if it could not be emailed',
          body: InvitationFields,
          response: { 201: SentInvitation },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      (request) =>
        invitations.invite(request.body, {
          by: inviting(request.actor),
          linkTo: (token) => `${urlsFor(request).page(PAGE)}#${token}`,
          log: (error) => request.log.error({ err: error }, 'the email with an invitation could not be sent'),
        }),
    )

    app.delete(
      '/invitations/:id',
      {
        schema: { tags, summary: 'Withdraw an invitation', params: ItemId, response: { 204: z.null() } },
        config: { recentPassword: true },
      },
      (request) => invitations.withdraw(request.params.id, { by: request.actor }),
    )
  }
}

/** Creates the routes for invited people, authorized by the token of their invitation. */
export function invitedRoutes({ invitations }: { invitations: InvitationService }) {
  return async (app: App) => {
    setBound(app, 'limited')
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.post(
      '/invitations/open',
      {
        schema: {
          tags,
          summary: 'Get the invited person by the token of the invitation',
          body: InvitationQuestion,
          response: { 200: InvitedPerson },
          notes: { refuses: [404] },
        },
      },
      (request) => invitations.open(request.body.token, request.ip),
    )

    app.post(
      '/invitations/accept',
      {
        schema: {
          tags,
          summary: 'Create the account of an invited person with a password; works once per invitation',
          body: InvitationAcceptance,
          response: { 204: z.null() },
          notes: { refuses: [404, 409] },
        },
      },
      (request) => invitations.accept(request.body, request.ip),
    )
  }
}
