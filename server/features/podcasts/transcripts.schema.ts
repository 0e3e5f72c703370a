import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { podcasts } from './podcasts.schema.ts'

/** Transcripts, a row for each cue, so that a search can answer with the second at which something is said. */
export const transcriptCues = pgTable(
  'transcript_cues',
  {
    podcastId: text('podcast_id')
      .notNull()
      .references(() => podcasts.id, { onDelete: 'cascade' }),
    /** Counts from 0, in the order of the beginnings */
    position: integer().notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    speaker: text(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.podcastId, table.position] })],
)
