import { sql } from 'drizzle-orm'
import { EPISODE_PREVIEW_SECONDS } from '#contracts/listening/episode-preview.ts'
import { editions } from '#server/catalogue/items/editions.schema.ts'
import { isEditionOf } from '#server/catalogue/items/editions.store.ts'
import { itemSlugs } from '#server/catalogue/items/item-slugs.schema.ts'
import { hasCurrentSlug } from '#server/catalogue/items/item-slugs.store.ts'
import { mediaAssets } from '#server/media/store/media.schema.ts'
import { rankOf, requiresWord, type SearchSource, searchTable } from '#server/platform/lists/search-source.ts'
import { podcasts } from './podcasts.schema.ts'
import { transcriptPassages } from './transcript-passages.schema.ts'
import { transcriptCues } from './transcripts.schema.ts'

const MAX_PASSAGES = 1000

const { podcastId, position, startMs, endMs, content, searchVector } = transcriptPassages

/** Duration of the preview in ms, computed as in `recordingPreviewSeconds` */
const previewMs = sql`1000 * least(${sql.raw(String(EPISODE_PREVIEW_SECONDS))}, (recording.details ->> 'durationSeconds')::float8 / 2)`
/** Query of the public transcript passages: all passages of free episodes, and passages within the previews of priced ones. */
const publicPassages = sql`
  ${transcriptPassages}
  join ${podcasts} on ${podcasts.id} = ${podcastId} and ${podcasts.isListed}
  join ${editions} on ${isEditionOf('podcast', podcasts.id, 'audio')}
  join ${mediaAssets} as recording on recording.id = ${editions.assetId} and (${podcasts.priceMinor} <= 0 or ${endMs} <= ${previewMs})`

/** Search source of episodes and their transcripts. */
export const podcastSearch: SearchSource<'podcast'> = {
  kind: 'podcast',
  ...searchTable(podcasts),
  places: ({ query }) => sql`
    select ${podcasts.id} as id, ${position} as place, false as is_hidden, ${rankOf(searchVector, query)} as score
    from ${publicPassages}
    where ${searchVector} @@ ${query} and ${requiresWord(query)}
    limit ${sql.raw(String(MAX_PASSAGES))}`,
  // Returns the matching passage of a transcript, from the first cue that contains one of the searched words.
  place: (id, place, { query }) => sql`
    select coalesce((
      select cue.start_ms from ${transcriptCues} as cue
      where cue.podcast_id = ${podcastId} and cue.start_ms >= ${startMs} and cue.end_ms <= ${endMs}
        and to_tsvector('english', searchable(cue.text)) @@ (select regexp_replace(${query}::text, '&|<(->|[0-9]+>)', '|', 'g')::tsquery)
      order by cue.position limit 1
    ), ${startMs}) / 1000 as at, ${content} as content
    from ${publicPassages}
    where ${podcastId} = ${id} and ${position} = ${place}`,
  item: (id) => sql`
    select '/podcasts/' || coalesce(${itemSlugs.slug}, ${podcasts.id}) as path, ${podcasts.title} as title, ${podcasts.host} as made_by,
      ${mediaAssets.details} as picture, ${podcasts.priceMinor} as price_minor, ${podcasts.language} as language,
      ${podcasts.description} as content
    from ${podcasts}
    join ${mediaAssets} on ${mediaAssets.id} = ${podcasts.coverId}
    left join ${itemSlugs} on ${hasCurrentSlug('podcast', podcasts.id)}
    where ${podcasts.id} = ${id} and ${podcasts.isListed}`,
}
