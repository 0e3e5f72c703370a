import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contracts/common/problem.ts'
import { SECTION_TITLES, SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import { SITE_EXPORT_FORMAT, SiteExport, type SiteImported } from '#contracts/site/site-export.ts'
import type { Actor } from '#server/platform/audit/action.ts'
import type { Platform } from '#server/platform/platform.ts'
import { conflict, invalidRequest, ProblemError } from '#server/platform/problems.ts'
import { listPictures } from './site-content.service.ts'
import type { SiteContentStore } from './site-content.store.ts'
import type { SitePictures } from './site-pictures.ts'
import { findErrors } from './validate-section.ts'

export type SiteTransfer = ReturnType<typeof createSiteTransfer>

type Deps = {
  store: SiteContentStore
  defaults: SiteContent
  pictures: Pick<SitePictures, 'readFiles' | 'restore'>
  /**
   * Replaces the fields of pictures with the stored fields.
   * @throws invalid_request for pictures that this site does not have
   */
  completePictures: (content: unknown) => Promise<unknown>
} & Pick<Platform, 'transact' | 'now'>

/** Creates the service that exports the published site with its pictures as one file, and imports such files as drafts. */
export function createSiteTransfer(deps: Deps) {
  const { store, defaults, pictures, completePictures, transact, now } = deps

  async function readPublished(): Promise<Record<string, unknown>> {
    const rows = await store.listPublished()
    // Validation restores the order of fields, which the database does not preserve. Invalid content is exported unchanged, so that no data
    // is lost.
    const published = Object.fromEntries(rows.map(({ section, body }) => [section, findErrors(section, body).content]))
    return { ...defaults, ...published }
  }

  return {
    exportSite: async (): Promise<SiteExport> => {
      const sections = await readPublished()
      const files = await pictures.readFiles(listPictures(sections).map(({ picture }) => picture))
      return { format: SITE_EXPORT_FORMAT, version: 1, sections, files }
    },

    /**
     * Saves drafts of all sections of the file that differ from the published content, or of none.
     * @throws invalid_request with every invalid field, such as `sections.contact.phone`; conflict when one of the sections already has a
     * draft
     */
    importSite: async (file: unknown, by?: Actor): Promise<SiteImported> => {
      const { sections, files } = readFile(file)
      await pictures.restore(
        listPictures(sections).map(({ picture }) => picture),
        files,
      )
      const contents: { name: SectionName; content: unknown }[] = []
      for (const { name, content } of sections)
        contents.push({ name, content: await completePictures(content).catch((error: unknown) => refuseSection(name, error)) })
      const published = await readPublished()
      const changed = contents.filter(({ name, content }) => !isDeepStrictEqual(content, published[name]))
      await transact(async (transaction) => {
        const drafts = (await store.listDrafts(transaction)).map(({ section }) => section)
        const taken = changed.filter(({ name }) => drafts.includes(name)).map(({ name }) => SECTION_TITLES[name])
        if (taken.length > 0) throw conflict('Some sections have drafts', `Publish or discard the drafts of ${taken.join(', ')} first.`)
        for (const { name, content } of changed)
          await store.saveDraft(transaction, name, { body: content, by: by?.admin?.name ?? null, at: now() })
      })
      return {
        sections: contents.map(({ name }) => ({
          name,
          title: SECTION_TITLES[name],
          outcome: changed.some((each) => each.name === name) ? 'draft' : 'same',
        })),
      }
    },
  }
}

function refuseSection(name: SectionName, error: unknown): never {
  if (!(error instanceof ProblemError) || !error.errors) throw error
  throw invalidRequest(error.errors.map(({ field, message }) => ({ field: `sections.${name}.${field}`, message })))
}

function readFile(file: unknown): { sections: { name: SectionName; content: unknown }[]; files: Record<string, string> } {
  const parsed = SiteExport.safeParse(file)
  if (!parsed.success) throw invalidRequest(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  const errors: FieldError[] = []
  const contents = Object.entries(parsed.data.sections).flatMap(([name, content]) => {
    if (!Object.hasOwn(SECTIONS, name)) {
      errors.push({ field: `sections.${name}`, message: 'There is no such section.' })
      return []
    }
    const found = findErrors(name as SectionName, content)
    for (const { field, message } of found.errors) errors.push({ field: ['sections', name, field].filter(Boolean).join('.'), message })
    return [{ name: name as SectionName, content: found.content }]
  })
  if (errors.length > 0) throw invalidRequest(errors)
  return { sections: contents, files: parsed.data.files }
}
