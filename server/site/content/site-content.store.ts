import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm'
import type { SectionName } from '#contracts/site/site-content.ts'
import type { Orm, Reader, Transaction } from '#server/platform/database/database.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import { siteSections } from './site-content.schema.ts'
import { findSitePictures } from './site-pictures.ts'

export type SectionRow = typeof siteSections.$inferSelect
export type SiteContentStore = ReturnType<typeof createSiteContentStore>

const { section, version, state, at } = siteSections

export function createSiteContentStore(orm: Orm) {
  return {
    /** Lists the newest published version of each section. */
    listPublished: (): Promise<SectionRow[]> =>
      orm.selectDistinctOn([section]).from(siteSections).where(eq(state, 'published')).orderBy(asc(section), desc(version)),

    /** Lists the newest published version of each section, without the content. */
    listPublishedVersions: (): Promise<Pick<SectionRow, 'section' | 'version' | 'at'>[]> =>
      orm
        .selectDistinctOn([section], { section, version, at })
        .from(siteSections)
        .where(eq(state, 'published'))
        .orderBy(asc(section), desc(version)),

    /** Reads published versions of sections, in any order. */
    readVersions: async (wanted: Pick<SectionRow, 'section' | 'version'>[]): Promise<SectionRow[]> => {
      if (wanted.length === 0) return []
      return orm
        .select()
        .from(siteSections)
        .where(or(...wanted.map((each) => and(eq(section, each.section), eq(version, each.version)))))
    },

    listDrafts: (connection: Reader = orm): Promise<SectionRow[]> =>
      connection.select().from(siteSections).where(eq(state, 'draft')).orderBy(asc(section)),

    /** Finds uploaded pictures by id, with the fields that the server determined. */
    findPictures: (ids: string[]) => findSitePictures(orm, ids),

    /** Lists the published versions of a section, newest first. */
    listVersions: (name: SectionName): Promise<SectionRow[]> =>
      orm
        .select()
        .from(siteSections)
        .where(and(eq(section, name), eq(state, 'published')))
        .orderBy(desc(version)),

    /** Locks the draft of a section until the transaction ends, even if the draft does not exist yet. */
    lockDraft: async (transaction: Transaction, name: SectionName): Promise<SectionRow | undefined> => {
      // The advisory lock is needed if two administrators save the first draft concurrently, because there is no row to lock yet.
      await transaction.execute(sql`select pg_advisory_xact_lock(${LOCKS.siteDraft}, hashtext(${name}))`)
      const [row] = await transaction
        .select()
        .from(siteSections)
        .where(and(eq(section, name), eq(state, 'draft')))
        .for('update')
      return row
    },

    findNewestVersion,

    /** Stores the draft of a section, with the version number that its publication will have. */
    saveDraft: async (transaction: Transaction, name: SectionName, saved: { body: unknown; by: string | null; at: Date }) => {
      const newest = await findNewestVersion(transaction, name)
      await transaction
        .insert(siteSections)
        .values({ section: name, version: (newest?.version ?? 0) + 1, state: 'draft', ...saved })
        .onConflictDoUpdate({ target: [section, version], set: saved })
    },

    publishDraft: async (transaction: Transaction, name: SectionName, published: { body: unknown; by: string | null; at: Date }) => {
      await transaction
        .update(siteSections)
        .set({ state: 'published', ...published })
        .where(and(eq(section, name), eq(state, 'draft')))
    },

    removeDraft: async (transaction: Transaction, name: SectionName) => {
      await transaction.delete(siteSections).where(and(eq(section, name), eq(state, 'draft')))
    },
  }
}

/** Finds the newest published version of a section. */
async function findNewestVersion(transaction: Transaction, name: SectionName): Promise<SectionRow | undefined> {
  const [row] = await transaction
    .select()
    .from(siteSections)
    .where(and(eq(section, name), ne(state, 'draft')))
    .orderBy(desc(version))
    .limit(1)
  return row
}
