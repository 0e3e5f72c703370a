import { sql } from 'drizzle-orm'
import { type BookDetails, MAX_CONTENTS } from '#contracts/catalogue/book.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { bookPageManifests, bookPagePictures } from './book-pages.schema.ts'
import { bookReflowParts, bookReflows } from './book-reflow.schema.ts'
import { REFLOW_VERSION } from './book-reflow.store.ts'
import { EDITION } from './page-manifest.ts'

type PageMetadata = Pick<BookDetails, 'contents' | 'opening' | 'previewPages' | 'textBytes' | 'pagesBytes'>

const NO_METADATA: PageMetadata = { contents: [], opening: null, previewPages: null, textBytes: null, pagesBytes: null }

/** Number of outline levels that are displayed beside the book */
const LEVELS = 2
/** Width of the page images that phones load, in pixels */
const WIDTH = 720

/** Number of parts of the reflowable text, and of blocks of each part, in which the beginning of the text is looked for */
const FIRST_PARTS = 12
const FIRST_BLOCKS = 60
/** Length of the first words, which fill three lines of a wide screen */
const OPENING_LENGTH = 240
/** Number of characters from which a paragraph is text, and not a line of a title page or a dedication */
const SHORTEST_PARAGRAPH = 80

/**
 * Reads the page metadata of a book’s file and of its preview. Chapter titles of a priced book are public; its first words are read from
 * `openKey`, the file that everybody may read.
 */
export async function readPageMetadata(
  { key, previewKey, openKey }: { key: string; previewKey: string | null; openKey: string | null },
  reader: Reader,
): Promise<PageMetadata> {
  const { outline, labels, state, edition, fileKey } = bookPageManifests
  const label = sql`coalesce(${labels}->>((entry->>'page')::int - 1), entry->>'page')`
  const { rows } = await reader.execute<PageMetadata>(sql`
    select
      (
        select coalesce(jsonb_agg(entry || jsonb_build_object('label', ${label}) order by place), '[]') from (
          select entry, place from jsonb_array_elements(${outline}) with ordinality as listed(entry, place)
          where (entry->>'depth')::int < ${LEVELS} order by place limit ${MAX_CONTENTS}
        ) as shown
      ) as contents,
      (
        select (sum(pg_column_size(${bookReflowParts.blocks})) + coalesce(sum(pictures), 0))::float8
        from ${bookReflows} join ${bookReflowParts} on ${bookReflowParts.fileKey} = ${bookReflows.fileKey},
          lateral (
            select sum((source->>'bytes')::int) as pictures
            from jsonb_path_query(${bookReflowParts.blocks}, '$[*].image.sources[*]') as source
            where source->>'type' = 'image/avif'
          ) as measured
        where ${bookReflows.fileKey} = ${fileKey} and ${bookReflows.edition} = ${REFLOW_VERSION}
      ) as "textBytes",
      case when ${state} = 'complete' then (
        select sum((picture->>'bytes')::int)::float8
        from ${bookPagePictures}, jsonb_array_elements(${bookPagePictures.pictures}) as picture
        where ${bookPagePictures.fileKey} = ${fileKey} and ${bookPagePictures.series} = 'usual' and (picture->>'width')::int = ${WIDTH}
      ) end as "pagesBytes",
      (
        with texts as (
          select ${bookReflowParts.part} as part, place, block->>'kind' as kind, block->'page' as page, words,
            bool_or(words ~ '©|ISBN') over (partition by ${bookReflowParts.part}, block->'page') as "isImprint"
          from ${bookReflows} join ${bookReflowParts} on ${bookReflowParts.fileKey} = ${bookReflows.fileKey},
            jsonb_array_elements(${bookReflowParts.blocks}) with ordinality as listed(block, place),
            lateral (
              select translate(string_agg(coalesce(span->>0, span#>>'{}'), '' order by at), E'\n\t', '  ') as words
              from jsonb_array_elements(block->'text') with ordinality as spans(span, at)
            ) as read
          where ${bookReflows.fileKey} = ${openKey} and ${bookReflows.edition} = ${REFLOW_VERSION}
            and ${bookReflowParts.part} <= ${FIRST_PARTS} and place <= ${FIRST_BLOCKS}
        ), beginning as (
          select part, place, page from texts
          where kind = 'paragraph' and length(words) >= ${SHORTEST_PARAGRAPH} and not "isImprint" order by part, place limit 1
        )
        select left(string_agg(texts.words, ' ' order by texts.place), ${OPENING_LENGTH}) from texts join beginning using (part, page)
        where texts.place <= beginning.place and texts.kind <> 'heading' and not exists (
          select 1 from texts as title
          where title.part = texts.part and title.kind = 'heading' and title.place between texts.place and beginning.place
        )
      ) as opening,
      (
        select preview.page_count from ${bookPageManifests} as preview
        where preview.file_key = ${previewKey} and preview.edition = ${EDITION} and preview.state <> 'failed'
      ) as "previewPages"
    from ${bookPageManifests} where ${fileKey} = ${key} and ${edition} = ${EDITION}
  `)
  return rows[0] ?? NO_METADATA
}

/** Returns empty page metadata if renditions are disabled. */
export const noPageMetadata = async (): Promise<PageMetadata> => NO_METADATA
