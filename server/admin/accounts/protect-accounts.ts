import type { FastifyRequest, RouteOptions } from 'fastify'
import { PASSWORD_MINUTES } from '#contracts/admin/admin.ts'
import type { Routes } from '#server/platform/feature.ts'
import type { App } from '#server/platform/http/server.ts'
import { ProblemError, unauthenticated } from '#server/platform/problems.ts'
import type { ConfirmPassword } from './confirm-password.ts'

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Registers the routes of accounts, sessions and two-step sign-in. Each route that changes something requires a session whose password was
 * entered within the last 15 minutes, or the password as `currentPassword`: a stolen token alone must not give lasting access.
 */
export function protectAccounts(routes: Routes[], { confirmPassword }: { confirmPassword: ConfirmPassword }): Routes {
  return async (app: App) => {
    app.addHook('onRoute', (route) => {
      if ([route.method].flat().every((method) => READS.includes(method))) return
      route.schema = documentProtection(route.schema)
      // Runs before the body is validated, so that nobody fills in a form in vain.
      route.preValidation = [requireRecentPassword(confirmPassword), ...[route.preValidation ?? []].flat()]
    })
    for (const plugin of routes) await app.register(plugin)
  }
}

function requireRecentPassword(confirmPassword: ConfirmPassword) {
  return async ({ session, body }: FastifyRequest) => {
    if (!session) throw unauthenticated()
    const { currentPassword } = (body ?? {}) as { currentPassword?: unknown }
    if (typeof currentPassword === 'string' && currentPassword !== '') {
      await confirmPassword(session, currentPassword)
      session.isPasswordShown = true
    } else if (!session.isPasswordRecent) {
      throw new ProblemError(403, 'password_required', 'Enter your password again', {
        detail: `It was entered more than ${PASSWORD_MINUTES} minutes ago.`,
      })
    }
  }
}

function documentProtection(schema: RouteOptions['schema']): RouteOptions['schema'] {
  return {
    ...schema,
    description: `Requires a password entered within the last ${PASSWORD_MINUTES} minutes, at sign-in or with POST /api/password-confirmation; otherwise the response is 403 with the code password_required.`,
    notes: { ...schema?.notes, refuses: [403, ...(schema?.notes?.refuses ?? [])] },
  }
}
