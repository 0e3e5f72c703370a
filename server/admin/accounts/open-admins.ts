import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import type { Action, RecordAction } from '#server/platform/audit/action.ts'
import type { Orm, Transact } from '#server/platform/database/database.ts'
import { createEmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { createAccountNotices } from './account-notices.ts'
import { adminRoutes } from './admins.routes.ts'
import { passwordCodes } from './admins.schema.ts'
import { createAdminService } from './admins.service.ts'
import { createAdminStore } from './admins.store.ts'
import { createConfirmPassword } from './confirm-password.ts'
import { createKnownSourceStore } from './known-sources.store.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'
import { createPasswordResetService } from './password-reset.service.ts'
import { protectAccounts } from './protect-accounts.ts'
import { loginRoutes, ownSessionRoutes, sessionRoutes } from './sessions.routes.ts'
import { createSessionService } from './sessions.service.ts'
import { createSessionStore } from './sessions.store.ts'
import { totpRoutes } from './totp.routes.ts'
import { createTotpService } from './totp.service.ts'
import { createTotpStore } from './totp.store.ts'

/** Opens admin accounts, their sessions, two-step sign-in and password resets. */
export function openAdmins({
  orm,
  transact,
  record: recordAction,
  recordRefusal,
  rateLimits,
  mail,
  brand,
  cookieAttributes,
  sessionHours,
  sessionIdleMinutes,
  now,
}: {
  orm: Orm
  transact: Transact
  record: RecordAction
  recordRefusal: (action: Action) => Promise<void>
  rateLimits: RateLimits
  mail: Mail
  brand: string
  cookieAttributes: (request: FastifyRequest) => CookieSerializeOptions
  sessionHours: number
  sessionIdleMinutes: number
  now: () => Date
}) {
  const store = createAdminStore(orm)
  const sessionStore = createSessionStore(orm, { idleMinutes: sessionIdleMinutes })
  const codes = createEmailCodes({ orm, table: passwordCodes, purpose: 'password code', rateLimits, now })
  const confirmPassword = createConfirmPassword({
    ...{ findPasswordHash: store.findPasswordHash, markEntered: sessionStore.markPasswordEntered, rateLimits },
  })
  const notices = createAccountNotices({ orm, record: recordAction, mail, brand })
  const { record } = notices
  const admins = createAdminService({
    ...{ store, transact, record },
    endSessions: sessionStore.removeOthers,
    spendCodes: codes.spendAll,
  })
  const totp = createTotpService({
    ...{ rateLimits, transact, record, now },
    store: createTotpStore(orm),
    findAdmin: store.find,
    issuer: brand,
  })
  const sessions = createSessionService({
    ...{ rateLimits, transact, record, recordRefusal, sessionHours },
    store: sessionStore,
    knownSources: createKnownSourceStore(orm),
    findAccount: store.findByEmail,
    lockPassword: store.lockPassword,
    checkCode: totp.check,
  })
  const passwordReset = createPasswordResetService({
    ...{ codes, mail, brand },
    findAccount: store.findByEmail,
    changeAdmin: admins.change,
  })
  return {
    admins,
    sessions,
    totp,
    passwordReset,
    publicRoutes: [loginRoutes({ sessions, cookieAttributes }), passwordResetRoutes({ passwordReset })],
    adminRoutes: [
      ownSessionRoutes({ sessions, confirmPassword }),
      protectAccounts([adminRoutes({ admins }), sessionRoutes({ sessions }), totpRoutes({ totp })], { confirmPassword }),
    ],
    workers: [{ name: 'account-mail', everySeconds: 3, run: notices.sendDue }],
    jobs: [
      { name: 'session-purge', cron: '43 * * * *', run: sessions.purge },
      { name: 'password-code-purge', cron: '57 * * * *', run: passwordReset.purge },
      { name: 'account-notice-purge', cron: '17 * * * *', run: notices.purge },
    ],
  }
}
