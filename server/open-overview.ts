import { CURRENCIES } from '#contracts/price.ts'
import type { Config } from './config.ts'
import type { AdminService } from './features/admins/admins.service.ts'
import type { ContactService } from './features/contact/contact.service.ts'
import type { ContactStore } from './features/contact/contact.store.ts'
import type { Demonstration } from './features/demonstration/demonstration.service.ts'
import { createOverviewService } from './features/overview/overview.service.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Selling } from './open-selling.ts'
import type { Database } from './platform/database/database.ts'
import type { BackgroundWork } from './platform/jobs/background-work.ts'
import type { Loops } from './platform/jobs/loops.ts'
import { failedJobs } from './platform/jobs/queue.ts'
import type { Mail } from './platform/mail/mail.ts'

/** Lets the overview ask everybody how things are. */
export function openOverview(
  config: Config,
  {
    database,
    catalogue: { library, books, podcasts, authors, bookStore, podcastStore, authorStore },
    selling: { gateways, rates, orders },
    admins,
    contact,
    contactStore,
    mail,
    demonstration,
    backgroundWork,
    loops,
  }: {
    database: Database
    catalogue: Catalogue
    selling: Selling
    admins: AdminService
    contact: ContactService
    contactStore: ContactStore
    mail: Mail
    demonstration: Demonstration
    backgroundWork: BackgroundWork
    loops: Loops
  },
) {
  return createOverviewService({
    count: async () => ({
      books: (await books.list({ limit: 1 })).total,
      podcasts: (await podcasts.list({ limit: 1 })).total,
      authors: (await authors.list({ limit: 1 })).total,
      admins: await admins.count(),
      unreadMessages: config.contact.delivery === 'inbox' ? await contactStore.countUnread() : null,
    }),
    latest: { book: bookStore.latest, podcast: podcastStore.latest, author: authorStore.latest },
    backgroundState: backgroundWork.state,
    failedJobs: async () => [...loops.failures(), ...(await failedJobs(database.pool))],
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
    anonymous: async () => ({ neverPaidOrders: await orders.unused.fill(), ...(await contact.fill()) }),
    database: async () => ({ embedded: config.database.url === undefined, ...(await database.describe()) }),
    settings: async () => ({
      production: config.mode === 'production',
      publicUrl: config.publicUrl ?? null,
      demonstration: await demonstration.state(),
      contactDelivery: config.contact.delivery,
    }),
    folder: config.dataDir,
    minFreeBytes: config.minFreeBytes,
  })
}
