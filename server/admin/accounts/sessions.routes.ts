import { z } from 'zod'
import { LoginRequest, LoginResponse, PasswordForm, Session } from '#contracts/admin/admin.ts'
import { COOKIE_DAYS } from '#contracts/admin/retention.ts'
import type { CookieName } from '#contracts/common/browser-storage.ts'
import { ItemId } from '#contracts/common/list.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { unauthenticated } from '#server/platform/problems.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { bearerToken } from './require-admin.ts'
import type { SessionService } from './sessions.service.ts'

const tags = ['sessions']

/** Cookie that recognizes a browser after its first sign-in. The cookie authorizes nothing: it only selects separate rate limits. */
const DEVICE_COOKIE: CookieName = 'signInDevice'
const DEVICE_COOKIE_SECONDS = COOKIE_DAYS * 24 * 3600

export function loginRoutes({ sessions, cookieAttributes }: { sessions: SessionService } & Pick<Platform, 'cookieAttributes'>) {
  return async (app: App) => {
    app.post(
      '/login',
      {
        schema: { tags, summary: 'Sign in', body: LoginRequest, response: { 200: LoginResponse }, notes: { refuses: [401] } },
        config: { bound: 'limited' },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const device = await sessions.deviceToken(request.cookies[DEVICE_COOKIE])
        const answer = await sessions.login(request.body, request.ip, request.headers['user-agent'], device)
        reply.setCookie(DEVICE_COOKIE, device, {
          path: '/api/login',
          maxAge: DEVICE_COOKIE_SECONDS,
          ...cookieAttributes(request),
        })
        return answer
      },
    )
  }
}

/** Creates the routes that act on the current session, allowed regardless of when the password was entered. */
export function ownSessionRoutes({ sessions, confirmPassword }: { sessions: SessionService; confirmPassword: ConfirmPassword }) {
  return async (app: App) => {
    app.post(
      '/logout',
      { schema: { tags, summary: 'End the current session', response: { 204: z.null() } }, config: { recentPassword: false } },
      (request) => sessions.logout(bearerToken(request) ?? '', { by: request.actor }),
    )

    app.post(
      '/password-confirmation',
      {
        schema: {
          tags,
          summary: 'Confirm the password, to allow calls that require a recent password in this session',
          body: PasswordForm,
          response: { 204: z.null() },
          notes: { refuses: [403] },
        },
        config: { recentPassword: false },
      },
      async ({ session, body }) => {
        if (!session) throw unauthenticated()
        await confirmPassword(session, body.currentPassword)
      },
    )
  }
}

export function sessionRoutes({ sessions }: { sessions: SessionService }) {
  return async (app: App) => {
    app.get('/sessions', { schema: { tags, summary: 'List sessions', response: { 200: z.array(Session) } } }, ({ session }) =>
      sessions.list(session?.id),
    )

    app.delete(
      '/sessions/:id',
      { schema: { tags, summary: 'End a session', params: ItemId, response: { 204: z.null() } }, config: { recentPassword: true } },
      (request) => sessions.end(request.params.id, { by: request.actor }),
    )

    app.delete(
      '/sessions',
      {
        schema: { tags, summary: 'End all other sessions of the signed-in account', response: { 204: z.null() } },
        config: { recentPassword: true },
      },
      async ({ session, actor }) => {
        if (!session) throw unauthenticated()
        await sessions.endOthers(session.admin, session.id, { by: actor })
      },
    )
  }
}
