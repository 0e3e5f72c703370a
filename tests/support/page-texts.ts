import { Client } from 'pg'
import { REFLOW_VERSION } from '#server/reading/documents/book-reflow.store.ts'
import { EDITION } from '#server/reading/documents/page-manifest.ts'

/** Stores page texts of a file as if they had been extracted from it. */
export async function storePageTexts(databaseUrl: string, fileKey: string, pages: string[]): Promise<void> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `insert into book_page_sets (file_key, asset_id, edition, state, sizes, outline, has_text)
       select key, asset_id, $2, 'complete', '[]', '[]', true from media_files where key = $1 limit 1 on conflict do nothing`,
      [fileKey, EDITION],
    )
    await client.query(`insert into book_flows (file_key, edition, flow) values ($1, $2, null) on conflict do nothing`, [
      fileKey,
      REFLOW_VERSION,
    ])
    await client.query(
      `insert into page_texts (file_key, page, content, runs, direction)
       select $1, page, content, '[]', 'ltr' from unnest($2::text[]) with ordinality as each (content, page)
       on conflict (file_key, page) do update set content = excluded.content`,
      [fileKey, pages],
    )
    await client.query(`update catalogue_version set version = version + 1`)
    await client.query(`select pg_notify('catalogue', '')`)
  } finally {
    await client.end()
  }
}
