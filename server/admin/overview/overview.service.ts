import { statfs } from 'node:fs/promises'
import type { Overview } from '#contracts/admin/overview.ts'
import type { GatewayName } from '#contracts/shop/gateways.ts'
import type { Currency } from '#contracts/shop/price.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import { failedJobs } from '#server/platform/jobs/queue.ts'
import type { Platform } from '#server/platform/platform.ts'
import { productVersion } from '#server/platform/product-version.ts'
import { succeeds } from '#server/platform/succeeds.ts'

const LATEST = 6
const MAX_FAILED = 10

type Latest = Overview['latest'][number]
type ItemService = {
  list: (query: { limit: number }) => Promise<{ total: number }>
  latest: (limit: number) => Promise<{ id: string; name: string; createdAt: Date }[]>
}
type StatefulService = ItemService & {
  listInAllStates: ItemService['list']
  listByFiles: (keys: string[]) => Promise<Overview['failedBooks']>
}
type Fails = { listFailedFiles: (limit: number) => Promise<string[]> }
type Fill = Overview['anonymous']['messages']
type ListLostMail = (limit: number) => Promise<Overview['mail']['lost']>

/** Functions of other domains that the overview uses, by domain. */
export type OverviewSources = {
  platform: Pick<Platform, 'database' | 'mail' | 'backgroundWork' | 'workers' | 'untrustedProxy'>
  backups: { newest: () => Promise<{ finishedAt: Date; bytes: number } | undefined> }
  media: { library: Pick<MediaLibrary, 'store' | 'usage'> }
  catalogue: Record<'books' | 'podcasts', StatefulService> & { authors: ItemService }
  reading: { bookPages: Fails & { progress: () => Promise<Overview['bookPages']> } }
  listening: { lowBitrateAudio: Fails & { progress: () => Promise<Overview['lightSound']> } }
  shop: {
    listCurrencies: () => Currency[]
    gateways: { name: GatewayName; isTrial?: boolean; methods: Partial<Record<Currency, readonly unknown[]>> }[]
    receipts: { listLostMail: ListLostMail }
    rates: { current: () => Promise<{ state: Overview['payments']['rate'] }> }
    orders: {
      sales: { countTroubled: () => Promise<Pick<Overview['payments'], 'disputed' | 'failedRefunds'>> }
      refundsDue: { count: () => Promise<number> }
      payments: { countUnreadable: () => Promise<number> }
      unused: { fill: () => Promise<Fill> }
    }
  }
  site: {
    contact: {
      delivery: Overview['settings']['contactDelivery']
      countUnread: () => Promise<number>
      fill: () => Promise<{ messages: Fill; messagesToday: Fill }>
      listLostMail: ListLostMail
    }
    demonstration: { state: () => Promise<Overview['settings']['demonstration']> }
  }
  /** Returns the state of the published texts and settings */
  contentState: () => Promise<Overview['content']>
  admins: { count: () => Promise<number> }
}

export type OverviewSettings = {
  production: boolean
  publicUrl: string | null
  isDatabaseEmbedded: boolean
  store: Overview['storage']['store']
  /** Folder for uploads in progress, and for media files unless they are in a bucket */
  dataDir: string
  minFreeBytes: number
}

/** Creates the service that collects the system status for the overview. */
export function createOverviewService(sources: OverviewSources, settings: OverviewSettings) {
  const { database, mail, backgroundWork, workers, untrustedProxy } = sources.platform
  const { library } = sources.media
  const { books, podcasts, authors } = sources.catalogue
  const { gateways, listCurrencies, rates, receipts, orders } = sources.shop
  const { contact, demonstration } = sources.site
  const count = async (list: ItemService['list']) => (await list({ limit: 1 })).total
  const countItems = async ({ list, listInAllStates }: StatefulService) => ({
    total: await count(listInAllStates),
    listed: await count(list),
  })

  async function listLatest(): Promise<Latest[]> {
    const read = async (noun: Latest['noun'], { latest }: ItemService) => (await latest(LATEST)).map((item) => ({ ...item, noun }))
    const lists = await Promise.all([read('book', books), read('podcast', podcasts), read('author', authors)])
    return lists
      .flat()
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .slice(0, LATEST)
      .map((item) => ({ ...item, createdAt: item.createdAt.toISOString() }))
  }

  async function listFailedJobs(): Promise<Overview['failedJobs']> {
    const failed = [...workers.failures(), ...(await failedJobs(database.pool))]
    return failed.map((job) => ({ ...job, at: job.at.toISOString() }))
  }

  async function readBackup(): Promise<Overview['backup']> {
    const newest = await sources.backups.newest()
    return newest ? { finishedAt: newest.finishedAt.toISOString(), bytes: newest.bytes } : null
  }

  async function readStorage(): Promise<Overview['storage']> {
    const { bavail, bsize } = await statfs(settings.dataDir)
    return {
      store: settings.store,
      ...(await library.usage()),
      works: await succeeds(library.store.check()),
      freeBytes: bavail * bsize,
      minFreeBytes: settings.minFreeBytes,
    }
  }

  return {
    get: async (): Promise<Overview> => {
      // The mail server check is started first, since an unresponsive mail server takes seconds.
      const mailWorks = succeeds(mail.check())
      return {
        counts: {
          books: await countItems(books),
          podcasts: await countItems(podcasts),
          authors: await count(authors.list),
          admins: await sources.admins.count(),
          unreadMessages: contact.delivery === 'inbox' ? await contact.countUnread() : null,
        },
        latest: await listLatest(),
        app: { ...productVersion, isBehindUntrustedProxy: untrustedProxy.isFound() },
        backup: await readBackup(),
        backgroundWork: backgroundWork.state(),
        failedJobs: await listFailedJobs(),
        storage: await readStorage(),
        bookPages: await sources.reading.bookPages.progress(),
        failedBooks: await books.listByFiles(await sources.reading.bookPages.listFailedFiles(MAX_FAILED)),
        lightSound: await sources.listening.lowBitrateAudio.progress(),
        failedEpisodes: await podcasts.listByFiles(await sources.listening.lowBitrateAudio.listFailedFiles(MAX_FAILED)),
        database: { embedded: settings.isDatabaseEmbedded, ...(await database.describe()) },
        content: await sources.contentState(),
        payments: {
          gateways: gateways.map(({ name, isTrial = false, methods }) => ({
            name,
            isTrial,
            currencies: listCurrencies().filter((currency) => methods[currency]?.length),
          })),
          rate: (await rates.current()).state,
          ...(await orders.sales.countTroubled()),
          refundsDue: await orders.refundsDue.count(),
          unreadable: await orders.payments.countUnreadable(),
        },
        anonymous: { neverPaidOrders: await orders.unused.fill(), ...(await contact.fill()) },
        settings: {
          production: settings.production,
          publicUrl: settings.publicUrl,
          demonstration: await demonstration.state(),
          contactDelivery: contact.delivery,
        },
        mail: {
          kind: mail.kind,
          works: await mailWorks,
          lost: [...(await receipts.listLostMail(MAX_FAILED)), ...(await contact.listLostMail(MAX_FAILED))],
        },
      }
    },
  }
}
