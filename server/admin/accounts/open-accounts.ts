import type { FastifyRequest, RouteOptions } from 'fastify'
import { PASSWORD_MINUTES } from '#contracts/admin/admin.ts'
import type { Action } from '#server/platform/audit/action.ts'
import { createEmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { Routes } from '#server/platform/feature.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ProblemError, unauthenticated } from '#server/platform/problems.ts'
import { createAccountNotices } from './account-notices.ts'
import { adminRoutes } from './admins.routes.ts'
import { passwordCodes } from './admins.schema.ts'
import { createAdminService } from './admins.service.ts'
import { createAdminStore } from './admins.store.ts'
import { type ConfirmPassword, createConfirmPassword } from './confirm-password.ts'
import { invitationRoutes, invitedRoutes } from './invitations.routes.ts'
import { createInvitationService } from './invitations.service.ts'
import { createInvitationStore } from './invitations.store.ts'
import { createKnownSourceStore } from './known-sources.store.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'
import { createPasswordResetService } from './password-reset.service.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from './sessions.routes.ts'
import { createSessionService } from './sessions.service.ts'
import { createSessionStore } from './sessions.store.ts'
import { totpRoutes } from './totp.routes.ts'
import { createTotpService } from './totp.service.ts'
import { createTotpStore } from './totp.store.ts'
import { createTotpSecrets } from './totp-secrets.ts'

const READS = ['GET', 'HEAD', 'OPTIONS']

/** Creates the services, routes and jobs for admin accounts, sessions, two-step sign-in and password resets. */
export function openAccounts({
  orm,
  transact,
  record: recordAction,
  recordRefusal,
  rateLimits,
  mail,
  brand,
  signingKeys,
  cookieAttributes,
  urlsFor,
  sessionHours,
  sessionIdleMinutes,
  isProduction,
  now,
}: Pick<
  Platform,
  'orm' | 'transact' | 'record' | 'rateLimits' | 'mail' | 'brand' | 'signingKeys' | 'cookieAttributes' | 'urlsFor' | 'now'
> & {
  recordRefusal: (action: Action) => Promise<void>
  sessionHours: number
  sessionIdleMinutes: number
  isProduction: boolean
}) {
  const store = createAdminStore(orm)
  const sessionStore = createSessionStore(orm, { idleMinutes: sessionIdleMinutes })
  const codes = createEmailCodes({ orm, table: passwordCodes, purpose: 'password code', rateLimits, now })
  const confirmPassword = createConfirmPassword({
    findPasswordHash: store.findPasswordHash,
    markEntered: sessionStore.markPasswordEntered,
    rateLimits,
  })
  const notices = createAccountNotices({ orm, record: recordAction, mail, brand })
  const { record } = notices
  const admins = createAdminService({
    store,
    transact,
    record,
    brand,
    endSessions: sessionStore.removeOthers,
    spendCodes: codes.spendAll,
  })
  const totp = createTotpService({
    rateLimits,
    transact,
    record,
    now,
    store: createTotpStore(orm, createTotpSecrets(signingKeys)),
    findAdmin: store.find,
    endSessions: sessionStore.removeOthers,
    issuer: () => brand().name,
  })
  const sessions = createSessionService({
    rateLimits,
    transact,
    record,
    recordRefusal,
    sessionHours,
    store: sessionStore,
    knownSources: createKnownSourceStore(orm),
    findAccount: store.findByEmail,
    recordSignIn: store.recordSignIn,
    checkCode: totp.check,
  })
  const passwordReset = createPasswordResetService({
    codes,
    mail,
    brand,
    isProduction,
    findAccount: store.findByEmail,
    changeAdmin: admins.change,
  })
  const invitations = createInvitationService({
    rateLimits,
    transact,
    record,
    mail,
    brand,
    store: createInvitationStore(orm),
    admins: store,
  })
  return {
    admins,
    sessions,
    totp,
    passwordReset,
    publicRoutes: [loginRoutes({ sessions, cookieAttributes }), passwordResetRoutes({ passwordReset }), invitedRoutes({ invitations })],
    adminRoutes: [
      ownSessionRoutes({ sessions, confirmPassword }),
      protectAccounts(
        [adminRoutes({ admins }), invitationRoutes({ invitations, urlsFor }), sessionRoutes({ sessions }), totpRoutes({ totp })],
        {
          confirmPassword,
        },
      ),
    ],
    workers: [{ name: 'account-mail', everySeconds: 3, run: notices.sendDue }],
    jobs: [
      { name: 'session-purge', cron: '43 * * * *', run: sessions.purge },
      // TOTP secrets are not encrypted at startup, since instances of the previous version still read plain secrets during an update.
      { name: 'totp-secret-seal', cron: '27 * * * *', run: totp.sealSecrets },
      { name: 'password-code-purge', cron: '57 * * * *', run: passwordReset.purge },
      { name: 'invitation-purge', cron: '37 3 * * *', run: invitations.purge },
      { name: 'account-notice-purge', cron: '17 * * * *', run: notices.purge },
    ],
  }
}

/**
 * Registers the routes of accounts, sessions and two-step sign-in. Routes that change data require a session whose password was entered
 * within the last 15 minutes, or the password as `currentPassword`: a stolen token alone must not give lasting access.
 */
function protectAccounts(routes: Routes[], { confirmPassword }: { confirmPassword: ConfirmPassword }): Routes {
  return async (app: App) => {
    app.addHook('onRoute', (route) => {
      if ([route.method].flat().every((method) => READS.includes(method))) return
      route.schema = documentProtection(route.schema)
      // The password is checked before the body is validated, so that the password is requested before any validation errors are reported.
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
