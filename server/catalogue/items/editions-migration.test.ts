import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestServices } from '#tests/support/test-services.ts'

const [MIGRATION = ''] = globSync('server/platform/database/migrations/*_editions.sql')
/** Returns to the tables of the previous version. */
const FORMER_TABLES = `
  alter table books add column pdf_id text constraint books_pdf_id_media_assets_id_fk references media_assets;
  update books set pdf_id = asset_id from editions where item_id = books.id;
  create index books_pdf on books (pdf_id);
  alter table podcasts add column audio_id text constraint podcasts_audio_id_media_assets_id_fk references media_assets;
  update podcasts set audio_id = asset_id from editions where item_id = podcasts.id;
  create index podcasts_audio on podcasts (audio_id);
  alter table former_files add column kind text, add column item_id text, add column field text;
  update former_files set kind = editions.kind, item_id = editions.item_id, field = format from editions where editions.id = edition_id;
  create index former_files_item on former_files (kind, item_id);
  alter table former_files drop column edition_id;
  drop table editions;`

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('the migration to editions leaves every book and episode with its file, and every replaced file with its item', async () => {
  const { books, podcasts } = services.catalogue
  const { pool } = services.database
  const [free, priced] = [await storeBook(services), await storeBook(services, { price: 4 })]
  const episode = await storePodcast(services, { price: 2 })
  await pool.query(
    `insert into media_assets (id, kind, details) values ('former', 'pdf', '{}');
     insert into media_files (asset_id, key, role, type, bytes, audience) values ('former', 'former.pdf', 'original', 'application/pdf', 1, 'owners');
     insert into former_files (asset_id, edition_id) select 'former', id from editions where item_id = '${priced.id}'`,
  )
  const read = async () => [
    ...(await Promise.all([free, priced].map(({ id }) => books.get(id)))),
    await podcasts.get(episode.id),
    (await books.listFiles(priced.id)).former.map(({ id, field, name, bytes, replacedAt }) => ({ id, field, name, bytes, replacedAt })),
    (await books.listFiles(free.id)).former,
  ]
  const before = await read()
  expect(before.at(-2)).toMatchObject([{ id: 'former', field: 'pdf' }])
  await pool.query(FORMER_TABLES)
  await pool.query(readFileSync(MIGRATION, 'utf8'))
  expect(await read()).toEqual(before)
  expect((await pool.query('select format, count(*)::int from editions group by format order by format')).rows).toEqual([
    { format: 'audio', count: 1 },
    { format: 'pdf', count: 2 },
  ])
})
