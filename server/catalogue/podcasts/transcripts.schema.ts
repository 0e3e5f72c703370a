import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { podcasts } from './podcasts.schema.ts'

/** Transcript cues, one per row, so that a search result can name the second of a match. */
export const transcriptCues = pgTable(
  'transcript_cues',
  {
    podcastId: text('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    /** 0-based position of the cue, in order of start time */
    position: integer().notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    speaker: text(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.podcastId, table.position] })],
)
