import { SECTION_TITLES, type SiteContent } from '#contracts/site/site-content.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openLiveContent } from './live-content.ts'
import { createPreviewLinks, previewLinkRoutes, previewRoutes } from './previews.routes.ts'
import { createPreviews } from './previews.ts'
import { packagesRoutes, siteSectionRoutes, siteTextRoutes } from './site-content.routes.ts'
import { createSiteContentService } from './site-content.service.ts'
import { createSiteContentStore } from './site-content.store.ts'

export type SiteContentFeature = Awaited<ReturnType<typeof openSiteContent>>

/** Creates the feature with which the site owner edits texts and settings. */
export async function openSiteContent(
  platform: Pick<
    Platform,
    | 'orm'
    | 'transact'
    | 'record'
    | 'catalogueVersion'
    | 'responseCache'
    | 'signingKeys'
    | 'urlsFor'
    | 'cookieAttributes'
    | 'alert'
    | 'shopTime'
    | 'now'
  >,
  defaults: SiteContent,
) {
  const store = createSiteContentStore(platform.orm)
  const live = await openLiveContent({ store, defaults, ...platform })
  const content = createSiteContentService({ store, defaults, live, ...platform })
  const previews = createPreviews({ store, live, ...platform })
  const createLink = createPreviewLinks({ previews, ...platform })
  const feature: Feature = {
    publicRoutes: [siteTextRoutes({ live, previews, ...platform }), previewRoutes({ previews, ...platform })],
    siteRoutes: [packagesRoutes({ live, previews, ...platform })],
    adminRoutes: [siteSectionRoutes(content, previews), previewLinkRoutes(createLink)],
    workers: [{ name: 'site-content', everySeconds: 60, run: live.retry }],
  }
  return {
    current: live.current,
    /** Returns the state of the published sections, and the drafts, oldest first. */
    state: async () => {
      const drafts = (await store.listDrafts()).toSorted((one, other) => one.at.getTime() - other.at.getTime())
      return {
        ...live.state(),
        drafts: drafts.map(({ section, at, by }) => ({ name: section, title: SECTION_TITLES[section], at: at.toISOString(), by })),
      }
    },
    previewFor: previews.contentFor,
    itemPreviews: { find: previews.itemFor, createLink },
    store,
    defaults,
    completePictures: content.completePictures,
    renameFounder: content.renameFounder,
    feature,
  }
}
