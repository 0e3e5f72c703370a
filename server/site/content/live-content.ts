import { SECTION_TITLES, SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { SiteContentStore } from './site-content.store.ts'

export type LiveContent = Awaited<ReturnType<typeof openLiveContent>>

/**
 * Caches the published content of the site in memory. Whenever an instance changes the public pages, the sections with a changed version
 * are read again. An invalid section, for example after a restore of old data, is replaced with its default content. If the table can't be
 * read at startup, all sections have their default content until it can.
 */
export async function openLiveContent(
  deps: {
    store: Pick<SiteContentStore, 'listPublishedVersions' | 'readVersions'>
    /** Default content of the site */
    defaults: SiteContent
  } & Pick<Platform, 'catalogueVersion' | 'alert'>,
) {
  const { store, defaults, catalogueVersion, alert } = deps
  let content = defaults
  /** Version and time of each cached section. The time is needed because a version may have different content after a restore */
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
    // Pages that were rendered since the publication may contain the former content, so the cached pages are invalidated.
    catalogueVersion.expire()
  }

  /**
   * Reads the published content again, for example after a publication, so that this instance immediately has the new content. Reads are
   * serialized, so that an older result never replaces a newer one.
   */
  function refresh() {
    reading = reading.catch(() => undefined).then(read)
    return reading
  }

  const report = (error: unknown) => alert({ err: error }, 'the site’s content could not be read')
  catalogueVersion.onChange(() => void refresh().catch(report))
  await refresh().catch((error: unknown) => {
    // An unavailable database prevents the start of the server, but a damaged table must not.
    if (isDatabaseUnavailable(error)) throw error
    report(error)
  })
  return {
    /** Returns the published content of the site. */
    current: (): SiteContent => content,
    refresh,
    /** Reads the published content again if the last read failed. */
    retry: async () => {
      if (!readable) await refresh().catch(report)
    },
    /** Returns whether the published content could be read, and its invalid sections. */
    state: () => ({ readable, invalidSections: [...invalid].map((name) => ({ name, title: SECTION_TITLES[name] ?? name })) }),
  }
}
