import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoCatalogue } from '#demo/catalogue.ts'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { createAdminService } from './features/admins/admins.service.ts'
import { createAdminStore } from './features/admins/admins.store.ts'
import { createConfirmPassword } from './features/admins/confirm-password.ts'
import { createKnownOriginStore } from './features/admins/known-origins.store.ts'
import { passwordCodes } from './features/admins/password-codes.schema.ts'
import { createPasswordResetService } from './features/admins/password-reset.service.ts'
import { takeTurn, verifyPassword } from './features/admins/passwords.ts'
import { createSessionService } from './features/admins/sessions.service.ts'
import { createSessionStore } from './features/admins/sessions.store.ts'
import { createTotpService } from './features/admins/totp.service.ts'
import { createTotpStore } from './features/admins/totp.store.ts'
import { createAuditService } from './features/audit/audit.service.ts'
import { createAuditStore } from './features/audit/audit.store.ts'
import { createContactService } from './features/contact/contact.service.ts'
import { createContactStore } from './features/contact/contact.store.ts'
import { writeNotice } from './features/contact/write-notice.ts'
import { createDemonstration } from './features/demonstration/demonstration.service.ts'
import type { Alert } from './features/orders/payments/apply-status.ts'
import { openCatalogue } from './open-catalogue.ts'
import { openOverview } from './open-overview.ts'
import { openSelling } from './open-selling.ts'
import { type Database, openDatabase, type Transact } from './platform/database/database.ts'
import { createEmailCodes } from './platform/email-codes/email-codes.ts'
import { readOrCreateSecret } from './platform/files/secret-file.ts'
import type { Gateway } from './platform/gateways/gateway.ts'
import { createBackgroundWork } from './platform/jobs/background-work.ts'
import { createLoops } from './platform/jobs/loops.ts'
import { openMail } from './platform/mail/open-mail.ts'
import { createSignedUrls } from './platform/media/store/signed-urls.ts'
import { createRateLimits } from './platform/rate-limits/rate-limits.store.ts'

const DEMO_FILES = join(import.meta.dirname, '../demo/files')

export type Services = Awaited<ReturnType<typeof openServices>>

export type ServiceOptions = {
  /** Hears of what went wrong without anybody being told */
  onError?: (error: unknown) => void
  /** Hears of payments that are not as they should be, and when the database is lost and back */
  alert?: Alert
  /** Instead of those that the settings choose */
  gateways?: Gateway[]
  now?: () => Date
}

/** Opens database and media store and wires what the features need of each other. Used by the app and by the scripts beside it. */
export async function openServices(config: Config, options: ServiceOptions = {}) {
  await mkdir(config.dataDir, { recursive: true })
  const { alert = console.warn } = options
  const database = await openDatabase({ ...config.database, dataDir: config.dataDir, tell: (text, details) => alert(details, text) })
  try {
    return await wireServices(config, database, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function wireServices(
  config: Config,
  database: Database,
  { onError = console.error, alert = console.warn, gateways, now = () => new Date() }: ServiceOptions,
) {
  const { orm } = database
  const transact: Transact = (work) => orm.transaction(work)
  const audit = createAuditService({ store: createAuditStore(orm), orm })
  const { record, recordRefusal } = audit
  const tries = createRateLimits(orm)
  const catalogue = await openCatalogue(config, { database, record, onError })

  const adminStore = createAdminStore(orm)
  const sessionStore = createSessionStore(orm, { idleMinutes: config.sessionIdleMinutes })
  const confirmPassword = createConfirmPassword({ findPasswordHash: adminStore.findPasswordHash, tries })
  const codes = createEmailCodes({ orm, table: passwordCodes, purpose: 'password code', tries, now })
  const admins = createAdminService({
    store: adminStore,
    endSessions: sessionStore.removeOthers,
    spendCodes: codes.spendAll,
    ...{ confirmPassword, transact, record },
  })
  const totp = createTotpService({
    store: createTotpStore(orm),
    findAdmin: adminStore.find,
    issuer: site.brand.name,
    ...{ confirmPassword, tries, transact, record, now },
  })
  const sessions = createSessionService({
    store: sessionStore,
    knownOrigins: createKnownOriginStore(orm),
    tries,
    findAccount: adminStore.findByEmail,
    holdPassword: adminStore.holdPassword,
    checkCode: totp.check,
    transact,
    record,
    recordRefusal,
    sessionHours: config.sessionHours,
    takeTurn,
    verifyPassword,
  })

  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const mail = openMail({
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from ?? { name: site.brand.name, address: site.contact.email },
    folder: join(config.dataDir, 'mail'),
  })
  const passwordReset = createPasswordResetService({
    codes,
    findAccount: adminStore.findByEmail,
    changeAdmin: admins.change,
    mail,
    brand: site.brand.name,
  })
  const contactStore = createContactStore(orm)
  const contact = createContactService({
    store: contactStore,
    transact,
    record,
    now,
    delivery: config.contact.delivery,
    ...(mail.kind === 'smtp' && {
      notify: (message) => mail.send(writeNotice(message, { to: site.contact.email, messagesUrl: `${siteUrl}/admin/messages` })),
    }),
  })

  // Outside production a signing key is made once and kept in the data folder, so that addresses outlive a restart.
  const grants = createSignedUrls(
    config.signingKeys.length > 0 ? config.signingKeys : [await readOrCreateSecret(join(config.dataDir, 'signing.key'))],
  )
  const selling = await openSelling(config, {
    orm,
    transact,
    record,
    catalogue,
    tries,
    mail,
    siteUrl,
    signGrant: grants.sign,
    alert,
    gateways,
    now,
  })

  const { books, podcasts, authors, library } = catalogue
  const demonstration = createDemonstration({
    database,
    catalogue: demoCatalogue,
    folder: DEMO_FILES,
    library,
    takers: { books, episodes: podcasts, authors },
    isEmpty: async () => {
      const pages = await Promise.all([books.list({ limit: 1 }), podcasts.list({ limit: 1 }), authors.list({ limit: 1 })])
      return pages.every((page) => page.total === 0)
    },
  })
  const backgroundWork = createBackgroundWork()
  const loops = createLoops()

  return {
    config,
    database,
    ...catalogue,
    ...selling,
    audit,
    tries,
    admins,
    sessions,
    totp,
    passwordReset,
    mail,
    contact,
    grants,
    demonstration,
    backgroundWork,
    loops,
    overview: openOverview(config, {
      database,
      catalogue,
      selling,
      admins,
      contact,
      contactStore,
      mail,
      demonstration,
      backgroundWork,
      loops,
    }),
    // Whatever becomes of the temporary folder: a database left open keeps the process, and its lock.
    close: () => library.close().finally(database.close),
  }
}
