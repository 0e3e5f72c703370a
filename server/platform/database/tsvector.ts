import { customType } from 'drizzle-orm/pg-core'

/** Column type for the normalized words of a text, which PostgreSQL's full-text search compares */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
