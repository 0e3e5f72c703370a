import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { tsvector } from '#server/platform/database/tsvector.ts'
import { podcasts } from './podcasts.schema.ts'

/**
 * Transcript text in passages of 20 seconds, since cues are too short for searches of several words. A cue belongs to the passage in which
 * the cue ends, so that passages of the first minute contain nothing spoken later.
 */
export const transcriptPassages = pgTable(
  'transcript_passages',
  {
    podcastId: text('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    /** 0-based index of the 20-second interval of the passage in the episode. Intervals in which no cue ends have no passage */
    position: integer().notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    content: text().notNull(),
    searchVector: tsvector('search_vector').generatedAlwaysAs(sql`to_tsvector('english', searchable(content))`),
  },
  (table) => [
    primaryKey({ columns: [table.podcastId, table.position] }),
    index('transcript_passages_search_vector').using('gin', table.searchVector),
  ],
)
