import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { toMinor } from '#contracts/money.ts'
import { CURRENCIES } from '#contracts/price.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { site } from '#site/site.ts'
import type { Config } from './config.ts'
import { createAccessService, type ProductInfo } from './features/access/access.service.ts'
import { createAccessStore } from './features/access/access.store.ts'
import { knownProducts } from './features/access/known-products.ts'
import { createAdminService } from './features/admins/admins.service.ts'
import { createAdminStore } from './features/admins/admins.store.ts'
import { createSessionService } from './features/admins/sessions.service.ts'
import { createSessionStore } from './features/admins/sessions.store.ts'
import { createAuditService } from './features/audit/audit.service.ts'
import { createAuditStore } from './features/audit/audit.store.ts'
import { createAuthorService } from './features/authors/authors.service.ts'
import { createAuthorStore } from './features/authors/authors.store.ts'
import { createBookService } from './features/books/books.service.ts'
import { createBookStore } from './features/books/books.store.ts'
import { createContactService } from './features/contact/contact.service.ts'
import { createContactStore } from './features/contact/contact.store.ts'
import { writeNotice } from './features/contact/write-notice.ts'
import { createDemonstration } from './features/demonstration/demonstration.service.ts'
import type { Alert } from './features/orders/apply-reading.ts'
import { openOrders } from './features/orders/open-orders.ts'
import { createOrderAdminService } from './features/orders/order-admin.service.ts'
import { createOrderAdminStore } from './features/orders/order-admin.store.ts'
import { createOverviewService } from './features/overview/overview.service.ts'
import { createPodcastService } from './features/podcasts/podcasts.service.ts'
import { createPodcastStore } from './features/podcasts/podcasts.store.ts'
import { createPurchaseService } from './features/purchases/purchases.service.ts'
import { createPurchaseStore } from './features/purchases/purchases.store.ts'
import { convert } from './features/rates/convert.ts'
import { createRateService } from './features/rates/rates.service.ts'
import { createRateStore } from './features/rates/rates.store.ts'
import { createReceiptLookup } from './features/receipts/receipt-lookup.ts'
import { createReceiptService } from './features/receipts/receipts.service.ts'
import { createReceiptStore } from './features/receipts/receipts.store.ts'
import { openUploads } from './features/uploads/uploads.service.ts'
import { createBackgroundWork } from './platform/background-work.ts'
import { followCatalogueVersion } from './platform/database/catalogue-version.ts'
import { createCounts } from './platform/database/counts.ts'
import { type Database, openDatabase, type Transact } from './platform/database/database.ts'
import type { Gateway, GatewayMessage } from './platform/gateways/gateway.ts'
import { openGateways } from './platform/gateways/open-gateways.ts'
import { createSandboxBook } from './platform/gateways/sandbox-book.ts'
import { createSandbox } from './platform/gateways/sandbox-gateway.ts'
import { createReadyAnswers } from './platform/http/ready-answers.ts'
import { failedJobs } from './platform/jobs.ts'
import { openMail } from './platform/mail/open-mail.ts'
import { openDiskMediaStore } from './platform/media/disk-media-store.ts'
import { createGrants } from './platform/media/grants.ts'
import { rememberFiles } from './platform/media/known-files.ts'
import { createMediaLibrary } from './platform/media/media-library.ts'
import { publishToCatalogue } from './platform/media/publish-to-catalogue.ts'
import { pairStore } from './platform/media/store-pairing.ts'
import { keepSecret } from './platform/secret-file.ts'
import { createTries } from './platform/tries/tries.store.ts'

const DEMO_FILES = join(import.meta.dirname, '../demo/files')

export type Services = Awaited<ReturnType<typeof openServices>>

/** Hears of what went wrong without anybody being told. */
type OnError = (error: unknown) => void

export type ServiceOptions = {
  onError?: OnError
  /** Hears of payments that are not as they should be */
  alert?: Alert
  /** Instead of those that the settings choose */
  gateways?: Gateway[]
  now?: () => Date
}

/** Opens database and media store and wires what the features need of each other. Used by the app and by the scripts beside it. */
export async function openServices(config: Config, options: ServiceOptions = {}) {
  await mkdir(config.dataDir, { recursive: true })
  const database = await openDatabase({ ...config.database, dataDir: config.dataDir })
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
  { onError = console.error, alert = console.warn, gateways: given, now = () => new Date() }: ServiceOptions,
) {
  const mediaFolder = join(config.dataDir, 'media')
  const mediaStore = openDiskMediaStore(mediaFolder)
  // Before anything is swept: rows and files that do not belong together would cost every file.
  await pairStore(database.orm, mediaStore, mediaFolder)
  // Beside the store, on the same file system, so that publishing is a rename.
  const library = createMediaLibrary({ database, store: mediaStore, tempRoot: join(config.dataDir, 'tmp'), onError })
  await library.open()
  // Outside production a signing key is made once and kept in the data folder, so that addresses outlive a restart.
  // Not in the folder of this app, so that an upload goes on after a restart.
  const uploads = await openUploads({ root: join(config.dataDir, 'uploads'), limits: config.limits })
  const grants = createGrants(config.signingKeys.length > 0 ? config.signingKeys : [await keepSecret(join(config.dataDir, 'signing.key'))])
  const catalogue = await followCatalogueVersion(database)
  const answers = createReadyAnswers({ version: catalogue.current })
  const count = createCounts({ version: catalogue.current })
  const findFile = rememberFiles({ find: library.find, version: catalogue.current })
  const publish = publishToCatalogue(library, catalogue, onError)
  const pixelLimit = config.limits.imagePixels
  const transact: Transact = (work) => database.orm.transaction(work)
  const audit = createAuditService({ store: createAuditStore(database.orm), orm: database.orm })
  const { record, recordRefusal } = audit

  const bookStore = createBookStore(database.orm, { count })
  const podcastStore = createPodcastStore(database.orm, { count })
  const accessStore = createAccessStore(database.orm)
  const books = createBookService({ store: bookStore, library, publish, record, pixelLimit })
  const podcasts = createPodcastService({ store: podcastStore, publish, record, pixelLimit })
  const authorStore = createAuthorStore(database.orm, { count })
  const authors = createAuthorService({
    store: authorStore,
    publish,
    record,
    pixelLimit,
    countBooks: bookStore.countByAuthor,
  })
  const adminStore = createAdminStore(database.orm)
  const sessionStore = createSessionStore(database.orm)
  const admins = createAdminService({ store: adminStore, endSessions: sessionStore.removeOthers, transact, record })
  const tries = createTries(database.orm)
  const sessions = createSessionService({
    store: sessionStore,
    tries,
    findAccount: adminStore.findByEmail,
    transact,
    record,
    recordRefusal,
    sessionHours: config.sessionHours,
  })
  const contactStore = createContactStore(database.orm)
  const siteUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const mail = openMail({
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from ?? { name: site.brand.name, address: site.contact.email },
    folder: join(config.dataDir, 'mail'),
  })
  const contact = createContactService({
    ...{ store: contactStore, transact, record },
    delivery: config.contact.delivery,
    ...(mail.kind === 'smtp' && {
      notify: (message) => mail.send(writeNotice(message, { to: site.contact.email, messagesUrl: `${siteUrl}/admin/messages` })),
    }),
  })
  const rates = createRateService({
    ...{ store: createRateStore(database.orm), record, transact, now },
    isPayable: () => gateways.some(({ methods }) => methods.ZWG?.length),
  })
  const receipts = createReceiptService({
    ...{ store: createReceiptStore(database.orm), transact, mail, publicUrl: siteUrl },
    seller: { name: site.brand.name, email: site.contact.email, phone: site.contact.phone },
    findSale: (attemptId) => orders.findSale(attemptId),
  })
  const sandbox = config.gateways.sandbox
    ? createSandbox({
        book: createSandboxBook(database.orm),
        key: await keepSecret(join(config.dataDir, 'sandbox.key')),
        now,
        notify: (message) => hearOf(message),
      })
    : undefined
  const gateways = given ?? (await openGateways(config.gateways, sandbox?.gateway))
  const orders = openOrders({
    ...{ orm: database.orm, transact, gateways, record, alert, now, tries },
    siteUrl,
    rates: { current: rates.current, convert },
    findReceipt: receipts.find,
    findItem: async ({ product, productId }) => {
      const item = await (product === 'book' ? bookStore : podcastStore).find(productId)
      return item && { title: item.title, priceMinor: toMinor(item.price) }
    },
    effects: {
      issueReceipt: receipts.issue,
      setEntitlement: accessStore.set,
      setSold: async (transaction, { product, productId }, sold) => {
        if (product === 'podcast') return podcastStore.exists(transaction, productId)
        const outcome = await bookStore.setSold(transaction, productId, sold)
        // Best sellers come first on the public pages.
        if (outcome === 'changed') await catalogue.raise(transaction)
        return outcome !== 'gone'
      },
    },
  })
  const purchases = createPurchaseService({
    ...{ store: createPurchaseStore(database.orm), tries, mail, now },
    brand: site.brand.name,
    holdings: orders.holdings,
  })
  const orderAdmin = createOrderAdminService({
    store: createOrderAdminStore(database.orm, { receipts: createReceiptLookup(database.orm) }),
    payments: orders.payments,
    refunds: orders.refunds,
    grants: orders.grants,
  })
  /** The sandbox is a gateway in this process: its messages come without a network in between. */
  async function hearOf(message: GatewayMessage) {
    const hint = sandbox?.gateway.verify(message)
    const heard = hint && (await orders.payments.hear('sandbox', hint, message.body))
    if (heard && 'attemptId' in heard) await orders.payments.check(heard.attemptId)
  }
  const access = createAccessService({
    store: accessStore,
    orderFor: orders.checkout.orderFor,
    findProduct: knownProducts(async (kind, id): Promise<ProductInfo | undefined> => {
      if (kind === 'book') {
        const book = await bookStore.find(id)
        return book && { price: book.price, fileKey: book.pdfUrl }
      }
      const podcast = await podcastStore.find(id)
      return podcast && { price: podcast.price, fileKey: podcast.audioUrl }
    }, catalogue.current),
    signAddress: (key, entitlementId) =>
      `/api/media/${key}${entitlementId ? `?grant=${encodeURIComponent(grants.sign({ key, entitlementId }))}` : ''}`,
  })

  const demonstration = createDemonstration({
    database,
    catalogue: demoCatalogue,
    folder: DEMO_FILES,
    tempFolder: library.tempFolder,
    takers: { books, episodes: podcasts, authors },
    isEmpty: async () => {
      const pages = await Promise.all([books.list({ limit: 1 }), podcasts.list({ limit: 1 }), authors.list({ limit: 1 })])
      return pages.every((page) => page.total === 0)
    },
  })

  const backgroundWork = createBackgroundWork()
  const overview = createOverviewService({
    count: async () => ({
      books: (await books.list({ limit: 1 })).total,
      podcasts: (await podcasts.list({ limit: 1 })).total,
      authors: (await authors.list({ limit: 1 })).total,
      admins: await admins.count(),
      unreadMessages: contact.delivery === 'inbox' ? await contactStore.countUnread() : null,
    }),
    latest: { book: bookStore.latest, podcast: podcastStore.latest, author: authorStore.latest },
    backgroundState: backgroundWork.state,
    failedJobs: () => failedJobs(database.pool),
    storage: { check: library.store.check, usage: library.usage },
    mail,
    payments: async () => ({
      gateways: gateways.map(({ name, isTrial = false, methods }) => ({
        name,
        isTrial,
        currencies: CURRENCIES.filter((currency) => methods[currency]?.length),
      })),
      rate: (await rates.current()).state,
      refundsDue: await orders.dues.count(),
      unreadable: await orders.payments.countUnreadable(),
    }),
    database: async () => ({ embedded: config.database.url === undefined, ...(await database.describe()) }),
    settings: async () => ({
      production: config.mode === 'production',
      publicUrl: config.publicUrl ?? null,
      demonstration: await demonstration.state(),
      contactDelivery: config.contact.delivery,
    }),
    folder: config.dataDir,
  })

  return {
    config,
    database,
    library,
    findFile,
    grants,
    catalogue,
    answers,
    books,
    podcasts,
    authors,
    admins,
    sessions,
    audit,
    access,
    accessStore,
    orders,
    tries,
    receipts,
    purchases,
    mail,
    orderAdmin,
    sales: orders.sales,
    gateways,
    sandbox,
    contact,
    rates,
    demonstration,
    backgroundWork,
    overview,
    uploads,
    // Whatever becomes of the temporary folder: a database left open keeps the process, and its lock.
    close: () => library.close().finally(database.close),
  }
}
