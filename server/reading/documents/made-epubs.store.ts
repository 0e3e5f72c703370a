import { eq, type SQL, sql } from 'drizzle-orm'
import type { EpubSubject } from '#contracts/catalogue/book.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import type { MadeEpubDetails } from '#server/media/store/media-asset.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { bookPageManifests } from './book-pages.schema.ts'
import { REFLOW_VERSION } from './book-reflow.store.ts'
import { EDITION } from './page-manifest.ts'

/** Version of made EPUBs: of the reflowable text, and of the writer. All EPUBs are made again when it changes. */
export const EPUB_EDITION = `${REFLOW_VERSION}.1`

/** Subject of an EPUB with its digest, and the outcome of the EPUB that was made before. */
export type FoundSubject = { subject: EpubSubject; digest: string; former: MadeEpubDetails | null }
export type MadeEpubStore = ReturnType<typeof createMadeEpubStore>

/**
 * Creates the store of the EPUBs that are made from the text of PDFs.
 * @param subjects query of the files from which EPUBs are made, with the columns `file_key` and `subject`
 */
export function createMadeEpubStore(orm: Orm, subjects: SQL) {
  const epub = sql`${mediaAssets.details}->'epub'`
  const digest = sql`md5(of_file.subject::text)`

  return {
    /** Lists the files whose EPUB is missing, or is of another version or of a book that was described otherwise. */
    listDue: async (limit: number): Promise<string[]> => {
      const { rows } = await orm.execute<{ key: string }>(sql`
        select of_file.file_key as key from (${subjects}) as of_file
        join ${bookPageManifests} on ${bookPageManifests.fileKey} = of_file.file_key
        join ${mediaAssets} on ${mediaAssets.id} = ${bookPageManifests.assetId}
        where ${bookPageManifests.edition} = ${EDITION} and ${bookPageManifests.state} = 'complete' and (
          ${epub}->>'edition' is distinct from ${EPUB_EDITION} or (${epub}->>'outcome' = 'made' and ${epub}->>'subject' <> ${digest})
        )
        order by ${bookPageManifests.madeAt} desc limit ${limit}
      `)
      return rows.map(({ key }) => key)
    },

    /** Finds the book of a file; undefined if no EPUB is made from the file anymore. */
    findSubject: async (key: string): Promise<FoundSubject | undefined> => {
      const { rows } = await orm.execute<FoundSubject>(sql`
        select of_file.subject, ${digest} as digest, ${epub} as former from (${subjects}) as of_file
        left join ${mediaAssets} on ${mediaAssets.derivedFrom} = of_file.file_key
        where of_file.file_key = ${key}
      `)
      return rows[0]
    },

    /** Marks EPUBs that could not be made as due. */
    forgetFailed: async (): Promise<void> => {
      await orm.execute(sql`update ${mediaAssets} set details = details - 'epub' where ${epub}->>'outcome' = 'failed'`)
    },

    setOutcome: async (transaction: Transaction, assetId: string, outcome: MadeEpubDetails): Promise<void> => {
      await transaction
        .update(mediaAssets)
        .set({ details: { epub: outcome } })
        .where(eq(mediaAssets.id, assetId))
    },
  }
}
