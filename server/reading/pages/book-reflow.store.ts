import { and, eq, sql } from 'drizzle-orm'
import type { BookFlow, FlowPart } from '#contracts/reading/book-reflow.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { bookPageSets } from './book-pages.schema.ts'
import { bookFlowParts, bookFlows } from './book-reflow.schema.ts'

/** Version of reflowable text. Raised when the output changes, so that all reflowable text is created again. */
export const FLOW_EDITION = 5

/** Null when a file has no reflowable text. */
export type MadeFlow = (Omit<BookFlow, 'parts'> & { parts: (BookFlow['parts'][number] & FlowPart)[] }) | null
export type BookFlowStore = ReturnType<typeof createBookFlowStore>

/** Store of the reflowable text of files. Rows of other versions count as missing. */
export function createBookFlowStore(orm: Orm) {
  const body = async (query: ReturnType<typeof sql>) => (await orm.execute<{ body: string | null }>(query)).rows[0]?.body ?? undefined
  const thisFlow = (key: string) => and(eq(bookFlows.fileKey, key), eq(bookFlows.edition, FLOW_EDITION))

  return {
    /** Reads the list of parts as it is sent; undefined when there is no reflowable text, or none was created yet. */
    readFlow: (key: string): Promise<string | undefined> => body(sql`select flow::text as body from ${bookFlows} where ${thisFlow(key)}`),

    /** Reads a part as it is sent. */
    readPart: (key: string, part: number): Promise<string | undefined> =>
      body(sql`
        select json_build_object('blocks', ${bookFlowParts.blocks})::text as body
        from ${bookFlowParts} join ${bookFlows} on ${bookFlows.fileKey} = ${bookFlowParts.fileKey}
        where ${thisFlow(key)} and ${bookFlowParts.part} = ${part}
      `),

    insertFlow: async (transaction: Transaction, key: string, made: MadeFlow): Promise<void> => {
      // Another app may have stored the text already.
      const { rows } = await transaction.execute(sql`select 1 from ${bookFlows} where ${thisFlow(key)}`)
      if (rows.length > 0) return
      await transaction.delete(bookFlows).where(eq(bookFlows.fileKey, key))
      const flow = made && { ...made, parts: made.parts.map(({ blocks: _, ...part }) => part) }
      await transaction.insert(bookFlows).values({ fileKey: key, edition: FLOW_EDITION, flow })
      const parts = made?.parts.map(({ blocks }, index) => ({ fileKey: key, part: index + 1, blocks })) ?? []
      if (parts.length > 0) await transaction.insert(bookFlowParts).values(parts)
    },

    /** Marks page manifests whose reflowable text is missing as incomplete, for example after an upgrade. */
    reopenSets: async (): Promise<void> => {
      await orm.execute(sql`
        update ${bookPageSets} set state = 'making' where ${bookPageSets.state} = 'complete' and not exists (
          select 1 from ${bookFlows} where ${bookFlows.fileKey} = ${bookPageSets.fileKey} and ${bookFlows.edition} = ${FLOW_EDITION}
        )
      `)
    },
  }
}
