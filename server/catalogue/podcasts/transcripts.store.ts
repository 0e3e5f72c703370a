import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import type { Reader, Transaction } from '#server/platform/database/database.ts'
import { transcriptPassages } from './transcript-passages.schema.ts'
import { transcriptCues } from './transcripts.schema.ts'

const MS = 1000
/** Duration of a passage in ms. The longest preview is a multiple of this duration, so that it ends at the end of a passage. */
const PASSAGE_MS = 20_000

export type TranscriptStore = ReturnType<typeof createTranscriptStore>

export function createTranscriptStore() {
  return {
    /** Returns the cues of an episode in order of start time. With `endsBy`, only cues that end by the given second are returned. */
    find: async (podcastId: string, reader: Reader, { endsBy }: { endsBy?: number } = {}): Promise<Cue[]> => {
      const rows = await reader
        .select()
        .from(transcriptCues)
        .where(
          and(
            eq(transcriptCues.podcastId, podcastId),
            endsBy === undefined ? undefined : lte(transcriptCues.endMs, Math.floor(endsBy * MS)),
          ),
        )
        .orderBy(asc(transcriptCues.position))
      return rows.map(({ startMs, endMs, speaker, text }) => ({ start: startMs / MS, end: endMs / MS, speaker, text }))
    },

    /** Replaces the transcript of an episode; an empty list deletes it. */
    replace: async (transaction: Transaction, podcastId: string, cues: Cue[]): Promise<void> => {
      await transaction.delete(transcriptCues).where(eq(transcriptCues.podcastId, podcastId))
      // Values are passed as arrays, since a statement takes at most 65,535 parameters.
      const column = (values: unknown[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`
      await transaction.execute(sql`
        insert into ${transcriptCues} (podcast_id, position, start_ms, end_ms, speaker, text)
        select ${podcastId}, * from unnest(
          ${column([...cues.keys()], 'integer')},
          ${column(
            cues.map(({ start }) => Math.round(start * MS)),
            'integer',
          )},
          ${column(
            cues.map(({ end }) => Math.round(end * MS)),
            'integer',
          )},
          ${column(
            cues.map(({ speaker }) => speaker),
            'text',
          )},
          ${column(
            cues.map(({ text }) => text),
            'text',
          )}
        )
      `)
      await transaction.delete(transcriptPassages).where(eq(transcriptPassages.podcastId, podcastId))
      await transaction.execute(sql`
        insert into ${transcriptPassages} (podcast_id, position, start_ms, end_ms, content)
        select podcast_id, greatest(end_ms - 1, 0) / ${sql.raw(String(PASSAGE_MS))}, min(start_ms), max(end_ms), string_agg(text, ' ' order by position)
        from ${transcriptCues} where podcast_id = ${podcastId} group by 1, 2
      `)
    },
  }
}
