import { join } from 'node:path'
import { acceptedCurrencies, currencyNames } from '#contracts/shop/price.ts'
import { shopTimeIn } from '#contracts/shop/shop-time.ts'
import { paletteOf } from '#contracts/site/palette.ts'
import type { SectionName, SiteContent } from '#contracts/site/site-content.ts'
import { demoCatalogue } from '#demo/catalogue.ts'
import { type Admin, openAdmin } from '#server/admin/admin.ts'
import { backupGauge, createCompletedBackups } from '#server/backup/completed-backups.ts'
import { type Catalogue, epubSubjects, openCatalogue } from '#server/catalogue/catalogue.ts'
import type { Config } from '#server/config.ts'
import { type Listening, openListening } from '#server/listening/listening.ts'
import { openDelivery } from '#server/media/delivery/open-delivery.ts'
import { type Media, openMedia } from '#server/media/media.ts'
import type { Feature } from '#server/platform/feature.ts'
import { openPlatform, type Platform, type PlatformOptions } from '#server/platform/platform.ts'
import { createPageQueries, openReading, type Reading } from '#server/reading/reading.ts'
import { openShop, type Shop } from '#server/shop/shop.ts'
import { openSite, openSiteContent, type Site, type SiteContentFeature } from '#server/site/site.ts'
import { defaultContent } from '#site/default-content.ts'
import { createCatalogueSite } from './catalogue-site.ts'

const DEMO_FILES = join(import.meta.dirname, '../../demo/files')

/** Services that the server and the scripts use: platform, media, and the domains by name. */
export interface Services extends Platform, Media {
  config: Config
  catalogue: Catalogue
  shop: Shop
  listening: Listening
  reading: Reading
  site: Site
  /** Returns the published texts and settings of the site */
  siteContent: () => SiteContent
  /** Returns the site content for a browser that opened a preview link */
  sitePreview: SiteContentFeature['previewFor']
  admin: Admin
  features: Feature[]
  close: () => Promise<void>
}

export type ServiceOptions = Partial<PlatformOptions> & {
  /** Logs an error of background work, which no response reports */
  onError?: (error: unknown) => void
  /** Prints a line for the operator who started the server */
  print?: (line: string) => void
  /** Payment gateways that replace the configured ones */
  gateways?: Shop['gateways']
}

/** Opens platform, media and the domains, and connects them to each other. Used by the server and by the scripts. */
export async function openServices(config: Config, options: ServiceOptions = {}): Promise<Services> {
  const { alert = console.warn, now = () => new Date() } = options
  let content = () => defaultContent
  function contact() {
    const { brand, contact: ways, mail } = content()
    return { name: brand.name, colors: paletteOf(brand), address: ways.email, sender: mail.sender }
  }
  const shopTime = () => shopTimeIn(content().selling.timeZone)
  const { close, features, ...platform } = await openPlatform(config, { ...options, alert, now, contact, shopTime })
  try {
    const siteContent = await openSiteContent(platform, defaultContent)
    content = siteContent.current
    const services = await openDomains(config, platform, siteContent, options)
    return {
      ...services,
      features: [...features, ...services.features],
      close: async () => {
        // Statistics of the last requests are stored before the database closes, unless the database is unavailable.
        await services.admin.statistics
          .flush()
          .catch((error: unknown) => alert({ err: error }, 'the latest statistics could not be stored'))
        // The database is closed even if removing the temporary folder fails: an open pool keeps the process and its locks alive.
        await services.library.close().finally(close)
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openDomains(
  config: Config,
  platform: Platform,
  siteContent: SiteContentFeature,
  { onError = console.error, print = () => undefined, gateways }: ServiceOptions,
): Promise<Omit<Services, 'close'>> {
  const { current: content, state: contentState, previewFor: sitePreview, itemPreviews, feature: contentFeature } = siteContent
  const media = await openMedia(config, platform, { onError, print })
  const catalogue = openCatalogue(config, {
    platform,
    media,
    site: { ...createCatalogueSite(content), renameFounder: siteContent.renameFounder },
    previews: itemPreviews,
    ...createPageQueries(config.renditions),
  })
  const { books, podcasts, authors } = catalogue
  const shop = await openShop(config, {
    platform,
    media,
    products: catalogue.products,
    feeds: { ...catalogue.feeds, findWithSound: books.findWithSound },
    seller: () => {
      const { brand, contact, selling, mail } = content()
      const shop = { time: platform.shopTime(), currencyNames: currencyNames(selling) }
      return { ...selling, ...mail, ...shop, name: brand.name, colors: paletteOf(brand), email: contact.email, phone: contact.phone }
    },
    listCurrencies: () => acceptedCurrencies(content().selling),
    gateways,
  })
  const { mayOpen } = shop.access
  const findPreview = itemPreviews.find
  const listening = openListening({ platform, media, isOn: config.renditions !== 'off', episodes: podcasts, books, mayOpen, findPreview })
  const delivery = openDelivery({
    platform,
    media,
    findTitle: catalogue.findFileTitle,
    findDerivedAudio: listening.findDerivedAudio,
    findMadeEpub: catalogue.findMadeEpub,
    mayOpen,
    mayHear: shop.mayHear,
    sentByNginx: config.mediaAccel === 'nginx',
  })
  const { listBookOrders: listOrders } = shop.orders.ownedItems
  const reading = openReading({ platform, media, delivery, renditions: config.renditions, epubSubjects, listOrders })
  const { wasSold } = shop.orders
  const demo = { catalogue: demoCatalogue, folder: DEMO_FILES, services: { books, episodes: podcasts, authors }, wasSold }
  const site = openSite(config, {
    platform,
    media,
    noticesTo: () => content().contact.email,
    browserOf: shop.access.browserOf,
    siteContent,
    iconGround: () => paletteOf(content().brand).night,
    demo,
    print,
  })
  const isEdited = (section: SectionName) => JSON.stringify(content()[section]) !== JSON.stringify(defaultContent[section])
  const backups = createCompletedBackups(platform.orm)
  const admin = openAdmin(config, { platform, backups, media, catalogue, reading, listening, shop, site, contentState, isEdited })

  // Startup tasks run in the order of this list: items get their slugs before the demonstration adds more items.
  const domains = [shop, media, delivery, reading, listening, catalogue, site, admin]
  const features: Feature[] = [contentFeature, { gauges: [backupGauge(backups)] }, ...domains.flatMap((domain) => domain.features)]
  const ofSite = { site, siteContent: content, sitePreview }
  return { ...platform, ...media, ...ofSite, config, catalogue, shop, listening, reading, admin, features }
}
