import { sql } from 'drizzle-orm'
import { type BookDetails, MAX_CONTENTS } from '#contracts/catalogue/book.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { bookPageManifests, bookPagePictures } from './book-pages.schema.ts'
import { bookReflowParts, bookReflows } from './book-reflow.schema.ts'
import { REFLOW_VERSION } from './book-reflow.store.ts'
import { EDITION } from './page-manifest.ts'

type PageMetadata = Pick<BookDetails, 'contents' | 'previewPages' | 'textBytes' | 'pagesBytes'>

const NO_METADATA: PageMetadata = { contents: [], previewPages: null, textBytes: null, pagesBytes: null }

/** Number of outline levels that are displayed beside the book */
const LEVELS = 2
/** Width of the page images that phones load, in pixels */
const WIDTH = 720

/** Reads the page metadata of a book’s file and of its preview. Chapter titles of a priced book are public. */
export async function readPageMetadata(
  { key, previewKey }: { key: string; previewKey: string | null },
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
        select sum(pg_column_size(${bookReflowParts.blocks}))::float8
        from ${bookReflows} join ${bookReflowParts} on ${bookReflowParts.fileKey} = ${bookReflows.fileKey}
        where ${bookReflows.fileKey} = ${fileKey} and ${bookReflows.edition} = ${REFLOW_VERSION}
      ) as "textBytes",
      case when ${state} = 'complete' then (
        select sum((picture->>'bytes')::int)::float8
        from ${bookPagePictures}, jsonb_array_elements(${bookPagePictures.pictures}) as picture
        where ${bookPagePictures.fileKey} = ${fileKey} and ${bookPagePictures.series} = 'usual' and (picture->>'width')::int = ${WIDTH}
      ) end as "pagesBytes",
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
