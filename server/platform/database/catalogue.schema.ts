import { bigint, pgTable, smallint } from 'drizzle-orm/pg-core'

/** Table of a single row whose version is incremented in the transaction of every change to the public pages. */
export const catalogueVersion = pgTable('catalogue_version', {
  id: smallint().primaryKey(),
  version: bigint({ mode: 'number' }).notNull(),
  /** Version in which something public was withdrawn last: responses from before are never served again. */
  withdrawn: bigint({ mode: 'number' }).notNull().default(0),
})
