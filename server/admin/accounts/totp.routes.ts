import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PasswordForm, RecoveryCodes, TotpConfirmation, TotpSecret, TotpState } from '#contracts/admin/admin.ts'
import { ItemId } from '#contracts/common/list.ts'
import type { App } from '#server/platform/http/server.ts'
import { unauthenticated } from '#server/platform/problems.ts'
import type { TotpService } from './totp.service.ts'

const tags = ['sessions']

export function totpRoutes({ totp }: { totp: TotpService }) {
  return async (app: App) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get('/totp', { schema: { tags, summary: 'Get the state of two-step sign-in', response: { 200: TotpState } } }, (request) =>
      totp.state(adminOf(request).id),
    )

    app.post(
      '/totp',
      {
        schema: {
          tags,
          summary: 'Start the setup of two-step sign-in for the signed-in account',
          body: PasswordForm,
          response: { 200: TotpSecret },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      (request) => totp.begin(adminOf(request)),
    )

    app.post(
      '/totp/confirm',
      {
        schema: {
          tags,
          summary: 'Turn on two-step sign-in and end the account’s other sessions; the recovery codes are returned only once',
          body: TotpConfirmation,
          response: { 200: RecoveryCodes },
          notes: { refuses: [409] },
        },
        config: { recentPassword: true },
      },
      async (request) => ({
        recoveryCodes: await totp.confirm(adminOf(request), request.body.code, { by: request.actor, session: request.session?.id }),
      }),
    )

    app.post(
      '/totp/:id/remove',
      {
        schema: {
          tags,
          summary: 'Turn off two-step sign-in of an account',
          params: ItemId,
          body: PasswordForm,
          response: { 204: z.null() },
        },
        config: { recentPassword: true },
      },
      (request) => totp.remove(request.params.id, { by: request.actor }),
    )
  }
}

function adminOf({ session }: FastifyRequest) {
  if (!session) throw unauthenticated()
  return session.admin
}
