import { and, eq, sql } from 'drizzle-orm'
import type { BookReflow, ReflowPart } from '#contracts/reading/book-reflow.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { bookPageManifests, pageTexts } from './book-pages.schema.ts'
import { bookReflowParts, bookReflows } from './book-reflow.schema.ts'

/** Version of reflowable text. The version is incremented when the output changes, so that all reflowable text is created again. */
export const REFLOW_VERSION = 8

/** Created reflowable text; null if a file has no reflowable text. */
export type BuiltReflow = (Omit<BookReflow, 'parts'> & { parts: (BookReflow['parts'][number] & ReflowPart)[] }) | null
export type BookReflowStore = ReturnType<typeof createBookReflowStore>

/** Creates the store of the reflowable text of files. Rows of other versions count as missing. */
export function createBookReflowStore(orm: Orm) {
  const body = async (query: ReturnType<typeof sql>) => (await orm.execute<{ body: string | null }>(query)).rows[0]?.body ?? undefined
  const thisReflow = (key: string) => and(eq(bookReflows.fileKey, key), eq(bookReflows.edition, REFLOW_VERSION))

  return {
    /** Reads the list of parts in response format. Returns undefined if there is no reflowable text, or if it is not created yet. */
    readReflow: (key: string): Promise<string | undefined> =>
      body(sql`select flow::text as body from ${bookReflows} where ${thisReflow(key)}`),

    /** Reads a part of reflowable text in response format. */
    readPart: (key: string, part: number): Promise<string | undefined> =>
      body(sql`
        select json_build_object('blocks', ${bookReflowParts.blocks})::text as body
        from ${bookReflowParts} join ${bookReflows} on ${bookReflows.fileKey} = ${bookReflowParts.fileKey}
        where ${thisReflow(key)} and ${bookReflowParts.part} = ${part}
      `),

    insertReflow: async (transaction: Transaction, key: string, made: BuiltReflow): Promise<void> => {
      // The reflowable text may already have been stored by another instance.
      const { rows } = await transaction.execute(sql`select 1 from ${bookReflows} where ${thisReflow(key)}`)
      if (rows.length > 0) return
      const former = await transaction.delete(bookReflows).where(eq(bookReflows.fileKey, key)).returning({ key: bookReflows.fileKey })
      // Texts of pages are read with the same rules, so that those of another version are read again.
      if (former.length > 0) await transaction.delete(pageTexts).where(eq(pageTexts.fileKey, key))
      const flow = made && { ...made, parts: made.parts.map(({ blocks: _, ...part }) => part) }
      await transaction.insert(bookReflows).values({ fileKey: key, edition: REFLOW_VERSION, flow })
      const parts = made?.parts.map(({ blocks }, index) => ({ fileKey: key, part: index + 1, blocks })) ?? []
      if (parts.length > 0) await transaction.insert(bookReflowParts).values(parts)
    },

    /** Marks page manifests whose reflowable text is missing as incomplete, for example after an upgrade. */
    reopenManifests: async (): Promise<void> => {
      await orm.execute(sql`
        update ${bookPageManifests} set state = 'making' where ${bookPageManifests.state} = 'complete' and not exists (
          select 1 from ${bookReflows} where ${bookReflows.fileKey} = ${bookPageManifests.fileKey} and ${bookReflows.edition} = ${REFLOW_VERSION}
        )
      `)
    },
  }
}
