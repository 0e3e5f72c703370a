import type { FastifyRequest } from 'fastify'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { Media } from '#server/media/media.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ContactService } from './contact/contact.service.ts'
import { openContact } from './contact/open-contact.ts'
import type { SiteContentFeature } from './content/open-site-content.ts'
import { siteTransferRoutes } from './content/site-content.routes.ts'
import { sitePictureRoutes } from './content/site-pictures.routes.ts'
import { createSitePictures } from './content/site-pictures.ts'
import { createSiteTransfer, type SiteTransfer } from './content/transfer-site.ts'
import { demonstrationRoutes } from './demonstration/demonstration.routes.ts'
import { createDemonstration, type Demonstration, type DemonstrationDeps } from './demonstration/demonstration.service.ts'

export { openSiteContent, type SiteContentFeature } from './content/open-site-content.ts'

/** Site features of the organization: the contact form, pictures, and the demonstration catalogue. */
export interface Site {
  contact: ContactService & Pick<ReturnType<typeof openContact>, 'listLostMail'>
  demonstration: Demonstration
  transfer: SiteTransfer
  features: Feature[]
}

export function openSite(
  settings: { contact: { delivery: ContactDelivery; addressLogDays: number }; demo: boolean },
  {
    platform,
    media: { library, limits, publish },
    siteContent,
    noticesTo,
    browserOf,
    iconGround,
    demo,
    print,
  }: {
    platform: Platform
    media: Media
    siteContent: Pick<SiteContentFeature, 'store' | 'defaults' | 'completePictures'>
    /** Email address that receives the messages of visitors */
    noticesTo: () => string
    /** Returns a digest that identifies a browser, if this site has issued its client id */
    browserOf: (request: FastifyRequest) => string | undefined
    /** Background color of the site icons that are generated from the logo */
    iconGround: () => string
    demo: Pick<DemonstrationDeps, 'catalogue' | 'folder' | 'services' | 'wasSold'>
    print: (line: string) => void
  },
): Site {
  const contact = openContact({ ...platform, ...settings.contact, noticesTo, browserOf })
  const demonstration = createDemonstration({ ...demo, ...platform, library, publish, print })
  const pictures = createSitePictures({ orm: platform.orm, library, limits, iconGround, now: platform.now })
  const transfer = createSiteTransfer({ ...siteContent, ...platform, pictures })
  const pictureFeature: Feature = {
    adminRoutes: [sitePictureRoutes({ pictures, library, limits }), siteTransferRoutes(transfer)],
    jobs: [{ name: 'unused-site-pictures', cron: '47 3 * * *', run: pictures.removeUnused }],
  }
  return {
    contact: { ...contact.contact, listLostMail: contact.listLostMail },
    demonstration,
    transfer,
    features: [
      contact,
      pictureFeature,
      {
        adminRoutes: [demonstrationRoutes(demonstration)],
        startupTasks: settings.demo ? [{ name: 'load the demonstration', run: demonstration.loadWhenDue }] : [],
      },
    ],
  }
}
