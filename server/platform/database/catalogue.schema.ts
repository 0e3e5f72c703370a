import { bigint, pgTable, smallint } from 'drizzle-orm/pg-core'

/** One row whose number goes up, in the same transaction, with every change to what the public pages show. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: smallint().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
})
