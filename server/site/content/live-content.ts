import { SECTIONS, type SiteContent } from '#contracts/site/site-content.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Alert } from '#server/platform/platform.ts'
import type { SiteContentStore } from './site-content.store.ts'

export interface LiveContent {
  /** Returns the published content of the site. */
  current: () => SiteContent
  /** Reads the published content again. Called after a publication, so that this app sees its own change immediately. */
  refresh: () => Promise<void>
}

/**
 * Keeps the published content of the site in memory, and reads it again whenever an app changes the public pages. A section that is not
 * valid, after a restore of old data for example, has the content of a new installation.
 */
export async function openLiveContent({
  store,
  defaults,
  catalogueVersion,
  alert,
}: {
  store: Pick<SiteContentStore, 'listPublished'>
  /** Content of a new installation */
  defaults: SiteContent
  catalogueVersion: CatalogueVersion
  alert: Alert
}): Promise<LiveContent> {
  let content = defaults
  let known = ''
  let reading = Promise.resolve()

  async function read() {
    const rows = await store.listPublished()
    const versions = rows.map(({ section, version }) => `${section} ${version}`).join()
    if (versions === known) return
    const published = rows.flatMap(({ section, body }) => {
      const parsed = SECTIONS[section]?.safeParse(body)
      if (!parsed?.success) alert({ section }, 'a section of the site is invalid, so pages have its default content')
      return parsed?.success ? [[section, parsed.data] as const] : []
    })
    content = { ...defaults, ...(Object.fromEntries(published) as Partial<SiteContent>) }
    known = versions
    // Pages that were rendered since the publication may have the former content.
    catalogueVersion.expire()
  }

  /** Reads one after the other, so that an older result never replaces a newer one. */
  function refresh() {
    reading = reading.catch(() => undefined).then(read)
    return reading
  }

  catalogueVersion.onChange(() => void refresh().catch((error: unknown) => alert({ err: error }, 'the site’s content could not be read')))
  await refresh()
  return { current: () => content, refresh }
}
