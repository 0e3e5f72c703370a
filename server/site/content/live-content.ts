import { SECTION_TITLES, SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SiteContentStore } from './site-content.store.ts'

export type LiveContent = Awaited<ReturnType<typeof openLiveContent>>

/**
 * Keeps the published content of the site in memory. Whenever an app changes the public pages, it reads the sections whose version changed.
 * A section that is not valid, after a restore of old data for example, has the content of a new installation; so has every section of a
 * site whose table can't be read.
 */
export async function openLiveContent(
  deps: {
    store: Pick<SiteContentStore, 'listPublishedVersions' | 'readVersions'>
    /** Content of a new installation */
    defaults: SiteContent
  } & Pick<Platform, 'catalogueVersion' | 'alert'>,
) {
  const { store, defaults, catalogueVersion, alert } = deps
  let content = defaults
  /** Version and time of each section that was read. After a restore, a version may have other content */
  let known = new Map<SectionName, string>()
  let invalid = new Set<SectionName>()
  let readable = true
  let reading = Promise.resolve()

  async function read() {
    readable = false
    await readChanges()
    readable = true
  }

  async function readChanges() {
    const listed = await store.listPublishedVersions()
    const versions = new Map(listed.map(({ section, version, at }) => [section, `${version} ${at.toISOString()}`]))
    const changed = listed.filter(({ section }) => known.get(section) !== versions.get(section))
    const removed = [...known.keys()].filter((section) => !versions.has(section))
    if (changed.length === 0 && removed.length === 0) return
    const rows = await store.readVersions(changed)
    const stillInvalid = new Set([...invalid].filter((section) => versions.has(section)))
    const published = rows.flatMap(({ section, body }) => {
      const parsed = SECTIONS[section]?.safeParse(body)
      if (!parsed?.success) alert({ section }, 'a section of the site is invalid, so pages have its default content')
      if (parsed?.success) stillInvalid.delete(section)
      else stillInvalid.add(section)
      return [[section, parsed?.success ? parsed.data : defaults[section]] as const]
    })
    const restored = removed.map((section) => [section, defaults[section]] as const)
    content = { ...content, ...(Object.fromEntries([...restored, ...published]) as Partial<SiteContent>) }
    known = versions
    invalid = stillInvalid
    // Pages that were rendered since the publication may have the former content.
    catalogueVersion.expire()
  }

  /**
   * Reads the published content again. Called after a publication, so that this app sees its own change immediately. Reads one after the
   * other, so that an older result never replaces a newer one.
   */
  function refresh() {
    reading = reading.catch(() => undefined).then(read)
    return reading
  }

  const report = (error: unknown) => alert({ err: error }, 'the site’s content could not be read')
  catalogueVersion.onChange(() => void refresh().catch(report))
  await refresh().catch((error: unknown) => {
    // Without the database nothing works; a damaged table must not keep the site from starting.
    if (isDatabaseUnavailable(error)) throw error
    report(error)
  })
  return {
    /** Returns the published content of the site. */
    current: (): SiteContent => content,
    refresh,
    /** Reads it again if the last attempt failed. */
    retry: async () => {
      if (!readable) await refresh().catch(report)
    },
    /** Returns whether the published content could be read, and its sections that are not valid. */
    state: () => ({ readable, invalidSections: [...invalid].map((name) => ({ name, title: SECTION_TITLES[name] ?? name })) }),
  }
}
