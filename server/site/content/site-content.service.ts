import type { z } from 'zod'
import { toJSONSchema } from 'zod'
import { nameKey } from '#contracts/catalogue/name-key.ts'
import type { PolicyTexts } from '#contracts/site/policy-texts.ts'
import { SECTION_TITLES, SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import type { EditedSection, SectionDraft, SectionState, SectionVersion } from '#contracts/site/site-sections.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { WAIT_FOR_LOCKS } from '#server/platform/database/locks.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, invalidRequest, notFound } from '#server/platform/problems.ts'
import type { LiveContent } from './live-content.ts'
import type { SectionRow, SiteContentStore } from './site-content.store.ts'
import { findErrors, validateSection } from './validate-section.ts'

/** Names of the content sections, in the order of the admin area. */
export const SECTION_NAMES = Object.keys(SECTIONS) as [SectionName, ...SectionName[]]

export type SiteContentService = ReturnType<typeof createSiteContentService>

type Deps = {
  store: SiteContentStore
  /** Default content of the site */
  defaults: SiteContent
  live: LiveContent
  catalogueVersion: Pick<CatalogueVersion, 'increment' | 'refresh'>
} & Pick<Platform, 'transact' | 'record' | 'shopTime' | 'now'>

/** Edits the site's sections: a change is a draft until it is published, and every published version remains stored. */
export function createSiteContentService(deps: Deps) {
  const { store, defaults, live, transact, record, catalogueVersion, shopTime, now } = deps
  const saved = (by: Actor | undefined) => ({ by: by?.admin?.name ?? null, at: now() })

  async function listStates(): Promise<SectionState[]> {
    const [published, drafts] = await Promise.all([store.listPublished(), store.listDrafts()])
    return SECTION_NAMES.map((name) => stateOf(name, { published: ofSection(published, name), draft: ofSection(drafts, name) }))
  }

  async function get(name: SectionName): Promise<EditedSection> {
    const [published, drafts] = await Promise.all([store.listPublished(), store.listDrafts()])
    const rows = { published: ofSection(published, name), draft: ofSection(drafts, name) }
    // Invalid content is replaced with the default content because the form can't render invalid content.
    const publishedContent = isInvalid(rows.published) ? defaults[name] : (rows.published?.body ?? defaults[name])
    return {
      ...stateOf(name, rows),
      schema: toJSONSchema(SECTIONS[name] as z.ZodType, { io: 'input', unrepresentable: 'any' }),
      content: rows.draft?.body ?? publishedContent,
      publishedContent,
    }
  }

  return {
    listStates,
    get,
    completePictures,

    complete,

    /** Stores a draft. @throws conflict when somebody else saved or published another version since the section was opened */
    saveDraft: async (name: SectionName, { content, basedOn, basedOnVersion }: SectionDraft, by?: Actor): Promise<EditedSection> => {
      const body = await complete(name, content)
      await transact(async (transaction) => {
        requireSameDraft(await store.lockDraft(transaction, name), basedOn)
        if (basedOnVersion !== undefined) requireSameVersion(await store.findNewestVersion(transaction, name), basedOnVersion)
        await store.saveDraft(transaction, name, { body, ...saved(by) })
      })
      return get(name)
    },

    discardDraft: async (name: SectionName): Promise<EditedSection> => {
      await transact((transaction) => store.removeDraft(transaction, name))
      return get(name)
    },

    /** Publishes the drafts of the given sections in one transaction. */
    publish: async (names: SectionName[], by?: Actor): Promise<SectionState[]> => {
      await transact(async (transaction) => {
        await transaction.execute(WAIT_FOR_LOCKS)
        // Drafts are locked in a fixed order, so that concurrent publications don't deadlock.
        for (const name of SECTION_NAMES) if (names.includes(name)) await store.lockDraft(transaction, name)
        const drafts = (await store.listDrafts(transaction)).filter(({ section }) => names.includes(section))
        if (drafts.length === 0) throw conflict('There is no draft to publish')
        for (const { section, body } of drafts) {
          await store.publishDraft(transaction, section, { body: withDate(section, validateSection(section, body)), ...saved(by) })
          await recordPublication(transaction, section, by)
        }
        await catalogueVersion.increment(transaction)
      })
      await live.refresh()
      await catalogueVersion.refresh()
      return listStates()
    },

    /**
     * Publishes a new name of the founder if `from` is the present one, with the rest of the published section. A draft gets the name too.
     * Returns whether the name was changed.
     */
    renameFounder: async (transaction: Transaction, { from, to }: { from: string; to: string }, by?: Actor): Promise<boolean> => {
      const isFounder = (body: unknown) => nameKey((body as SiteContent['founder']).name) === nameKey(from)
      const draft = await store.lockDraft(transaction, 'founder')
      const published = { ...live.current().founder, name: to }
      if (!isFounder(live.current().founder) || findErrors('founder', published).errors.length > 0) return false
      await store.saveDraft(transaction, 'founder', { body: published, ...saved(by) })
      await store.publishDraft(transaction, 'founder', { body: published, ...saved(by) })
      await recordPublication(transaction, 'founder', by)
      if (draft) {
        const body = isFounder(draft.body) ? { ...(draft.body as SiteContent['founder']), name: to } : draft.body
        await store.saveDraft(transaction, 'founder', { body, by: draft.by, at: draft.at })
      }
      return true
    },

    /** Lists the published versions of a section, newest first. The last entry, version 0, is the default content. */
    listVersions: async (name: SectionName): Promise<SectionVersion[]> => {
      const rows = await store.listVersions(name)
      return [
        ...rows.map(({ version, by, at, body }) => ({ version, by, at: at.toISOString(), content: body })),
        { version: 0, by: null, at: null, content: defaults[name] },
      ]
    },

    /** Restores a former version of a section as its draft. */
    restore: async (name: SectionName, version: number, by?: Actor): Promise<EditedSection> => {
      const former = version === 0 ? defaults[name] : (await store.listVersions(name)).find((row) => row.version === version)?.body
      if (former === undefined) throw notFound('version')
      await transact(async (transaction) => {
        await store.lockDraft(transaction, name)
        await store.saveDraft(transaction, name, { body: former, ...saved(by) })
      })
      return get(name)
    },
  }

  /** Returns validated content of a section with the stored fields of its pictures. @throws invalid_request with every invalid field */
  function complete(name: SectionName, content: unknown): Promise<unknown> {
    return completePictures(validateSection(name, content))
  }

  /** Replaces all fields of pictures sent by a client, except `focus`, with the stored fields. */
  async function completePictures(body: unknown): Promise<unknown> {
    const found = await store.findPictures(listPictures(body).map(({ picture }) => picture.id))
    const missing = listPictures(body).filter(({ picture }) => !found.has(picture.id))
    if (missing.length > 0) throw invalidRequest(missing.map(({ field }) => ({ field, message: 'Choose this picture again.' })))
    return mapPictures(body, (picture) => ({ ...picture, ...found.get(picture.id) }))
  }

  /** Sets the date of the last change that the policies state. */
  function withDate(name: SectionName, body: unknown): unknown {
    return name === 'policies' ? { ...(body as PolicyTexts), changed: shopTime().dayOf(now()) } : body
  }

  async function recordPublication(transaction: Transaction, name: SectionName, by: Actor | undefined) {
    await record(transaction, { noun: 'site', verb: 'published', subject: { id: name, name: SECTION_TITLES[name] }, by })
  }
}

function isPicture(value: unknown): value is SitePicture {
  return typeof value === 'object' && value !== null && 'id' in value && 'sources' in value
}

/** Lists the pictures in the content of a section, with the paths of their fields. */
export function listPictures(value: unknown, path: string[] = []): { field: string; picture: SitePicture }[] {
  if (isPicture(value)) return [{ field: path.join('.'), picture: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => listPictures(each, [...path, name]))
}

function mapPictures(value: unknown, change: (picture: SitePicture) => unknown): unknown {
  if (isPicture(value)) return change(value)
  if (Array.isArray(value)) return value.map((each) => mapPictures(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapPictures(each, change)]))
}

function ofSection(rows: SectionRow[], name: SectionName) {
  return rows.find(({ section }) => section === name)
}

function stateOf(
  name: SectionName,
  { published, draft }: { published: SectionRow | undefined; draft: SectionRow | undefined },
): SectionState {
  return {
    name,
    title: SECTION_TITLES[name],
    published: published ? { version: published.version, ...savedOf(published) } : null,
    draft: draft ? savedOf(draft) : null,
    invalid: isInvalid(published),
  }
}

function isInvalid(row: SectionRow | undefined): boolean {
  return row !== undefined && !SECTIONS[row.section].safeParse(row.body).success
}

const savedOf = ({ by, at }: SectionRow) => ({ by, at: at.toISOString() })

const CHANGED = 'Someone else has changed this section'

function requireSameDraft(draft: SectionRow | undefined, basedOn: string | null) {
  if ((draft?.at.toISOString() ?? null) === basedOn) return
  const what = draft ? `${draft.by ?? 'Someone else'} saved another draft.` : 'The draft was published or discarded.'
  throw conflict(CHANGED, what)
}

function requireSameVersion(newest: SectionRow | undefined, basedOnVersion: number) {
  if ((newest?.version ?? 0) === basedOnVersion) return
  throw conflict(CHANGED, `${newest?.by ?? 'Someone else'} published another version.`)
}
