import { customType } from 'drizzle-orm/pg-core'

/** The words of a text as PostgreSQL's full text search compares them */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
