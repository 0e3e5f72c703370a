import type { Action } from '#server/platform/audit/action.ts'
import { createEmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createAccountNotices } from './account-notices.ts'
import { adminRoutes } from './admins.routes.ts'
import { passwordCodes } from './admins.schema.ts'
import { createAdminService } from './admins.service.ts'
import { createAdminStore } from './admins.store.ts'
import { createConfirmPassword } from './confirm-password.ts'
import { invitationRoutes, invitedRoutes } from './invitations.routes.ts'
import { createInvitationService } from './invitations.service.ts'
import { createInvitationStore } from './invitations.store.ts'
import { createKnownSourceStore } from './known-sources.store.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'
import { createPasswordResetService } from './password-reset.service.ts'
import { protectRoutes } from './recent-password.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from './sessions.routes.ts'
import { createSessionService } from './sessions.service.ts'
import { createSessionStore } from './sessions.store.ts'
import { totpRoutes } from './totp.routes.ts'
import { createTotpService } from './totp.service.ts'
import { createTotpStore } from './totp.store.ts'
import { createTotpSecrets } from './totp-secrets.ts'

/** Creates the services, routes and jobs for admin accounts, sessions, two-step sign-in and password resets. */
export function openAccounts({
  orm,
  transact,
  record: recordAction,
  recordRefusal,
  rateLimits,
  mail,
  brand,
  shopTime,
  signingKeys,
  cookieAttributes,
  urlsFor,
  sessionHours,
  sessionIdleMinutes,
  isProduction,
  now,
}: Pick<
  Platform,
  'orm' | 'transact' | 'record' | 'rateLimits' | 'mail' | 'brand' | 'shopTime' | 'signingKeys' | 'cookieAttributes' | 'urlsFor' | 'now'
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
    shopTime,
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
      adminRoutes({ admins }),
      invitationRoutes({ invitations, urlsFor }),
      sessionRoutes({ sessions }),
      totpRoutes({ totp }),
    ],
    protectRoutes: (app: App) => protectRoutes(app, confirmPassword),
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
