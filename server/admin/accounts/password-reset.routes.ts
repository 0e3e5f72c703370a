import { z } from 'zod'
import { PasswordCodeRequest, PasswordReset, PasswordResetSettings } from '#contracts/admin/admin.ts'
import { sendAfterResponse } from '#server/platform/email-codes/send-code.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PasswordResetService } from './password-reset.service.ts'

const tags = ['sessions']

export function passwordResetRoutes({ passwordReset }: { passwordReset: PasswordResetService }) {
  return async (app: App) => {
    setBound(app, 'limited')
    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get(
      '/password-reset',
      {
        schema: { tags, summary: 'Get the available method for resetting a forgotten password', response: { 200: PasswordResetSettings } },
        config: { bound: { constant: 'a setting' } },
      },
      async () => passwordReset.settings,
    )

    app.post(
      '/password-reset/codes',
      {
        schema: {
          tags,
          summary: 'Request a password code by email; the response does not reveal whether an account has the address',
          body: PasswordCodeRequest,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        sendAfterResponse(request, reply, await passwordReset.requestCode(request.body, request.ip))
      },
    )

    app.post(
      '/password-reset',
      {
        schema: {
          tags,
          summary: 'Set a new password with a code, and end every session of the account',
          body: PasswordReset,
          response: { 204: z.null() },
        },
      },
      (request) => passwordReset.reset(request.body, request.ip),
    )
  }
}
