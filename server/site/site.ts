import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { Media } from '#server/media/media.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ContactService } from './contact/contact.service.ts'
import { openContact } from './contact/open-contact.ts'
import { createDemonstration, type Demonstration, type DemonstrationDeps } from './demonstration/demonstration.service.ts'

export { openSiteContent, type SiteContentFeature } from './content/open-site-content.ts'

/** The organisation's own pages: the contact form and the demonstration catalogue. */
export interface Site {
  contact: ContactService
  demonstration: Demonstration
  features: Feature[]
}

export function openSite(
  settings: { contact: { delivery: ContactDelivery }; demo: boolean },
  {
    platform,
    media: { library },
    noticesTo,
    demo,
    print,
  }: {
    platform: Platform
    media: Media
    /** Address to which messages of visitors are mailed */
    noticesTo: () => string
    demo: Pick<DemonstrationDeps, 'catalogue' | 'folder' | 'services'>
    print: (line: string) => void
  },
): Site {
  const contact = openContact({ ...platform, delivery: settings.contact.delivery, noticesTo })
  const demonstration = createDemonstration({ ...demo, database: platform.database, library, print })
  return {
    contact: contact.contact,
    demonstration,
    features: [contact, { startupTasks: settings.demo ? [{ name: 'load the demonstration', run: demonstration.loadWhenDue }] : [] }],
  }
}
