import type { FastifyRequest, RouteOptions } from 'fastify'
import { PASSWORD_MINUTES } from '#contracts/admin/admin.ts'
import type { App } from '#server/platform/http/server.ts'
import { ProblemError, unauthenticated } from '#server/platform/problems.ts'
import type { ConfirmPassword } from './confirm-password.ts'

/**
 * Whether a route requires a password that was entered within the last 15 minutes: always, never, or for some bodies.
 * Routes that give away access, money or contact data, or delete for good, require one: a stolen token alone must not suffice.
 */
export type RecentPassword = boolean | { when: (body: unknown) => boolean; condition: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route requires a recent password; required for admin routes that change data or produce a download */
    recentPassword?: RecentPassword
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Checks the password of the routes that are registered in this scope afterwards and declare `config.recentPassword`.
 * @throws Error for routes that change data or produce a download and don't declare it
 */
export function protectRoutes(app: App, confirmPassword: ConfirmPassword) {
  app.addHook('onRoute', (route) => {
    const { recentPassword } = route.config ?? {}
    if (recentPassword === undefined && mustDeclare(route))
      throw new Error(`Admin route without config.recentPassword: ${[route.method].flat().join('/')} ${route.url}`)
    if (!recentPassword) return
    const when = typeof recentPassword === 'object' ? recentPassword.when : () => true
    route.schema = documentProtection(route.schema, recentPassword)
    // The password is checked before the body is validated, so that the password is requested before any validation errors are reported.
    route.preValidation = [requireRecentPassword(when, confirmPassword), ...[route.preValidation ?? []].flat()]
  })
}

function mustDeclare({ method, schema }: RouteOptions): boolean {
  return [method].flat().some((each) => !READS.includes(each)) || (schema as { produces?: string[] } | undefined)?.produces !== undefined
}

function requireRecentPassword(when: (body: unknown) => boolean, confirmPassword: ConfirmPassword) {
  return async ({ session, body }: FastifyRequest) => {
    if (!session) throw unauthenticated()
    const { currentPassword } = (body ?? {}) as { currentPassword?: unknown }
    if (typeof currentPassword === 'string' && currentPassword !== '') {
      await confirmPassword(session, currentPassword)
      session.isPasswordShown = true
    } else if (!session.isPasswordRecent && when(body)) {
      throw new ProblemError(403, 'password_required', 'Enter your password again', {
        detail: `It was entered more than ${PASSWORD_MINUTES} minutes ago.`,
      })
    }
  }
}

function documentProtection(schema: RouteOptions['schema'], recentPassword: RecentPassword): RouteOptions['schema'] {
  const condition = typeof recentPassword === 'object' ? `${recentPassword.condition}, it requires` : 'Requires'
  return {
    ...schema,
    description: `${condition} a password entered within the last ${PASSWORD_MINUTES} minutes, at sign-in or with POST /api/password-confirmation; otherwise the response is 403 with the code password_required.`,
    notes: { ...schema?.notes, refuses: [403, ...(schema?.notes?.refuses ?? [])] },
  }
}
