import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { PICTURE_WIDTHS, type Picture } from '#contracts/catalogue/item.ts'
import { createCatalogueSite } from '#server/boot/catalogue-site.ts'
import { designOf } from '#server/catalogue/items/share-pictures.service.ts'
import { defaultContent } from '#site/default-content.ts'
import { randomTexts } from './random-texts.ts'

const ITEMS_AT_A_TIME = 5000
/** Number of authors in the generated catalogue. */
const PEOPLE = 500

type Row = Record<string, unknown>
/** Row of a generated item, with the kind of its main file. */
type Item = { table: string; row: Row; file?: 'pdf' | 'audio' }

/**
 * Fills an empty catalogue. The texts of an item depend only on its age, 1 for the newest, so that a large catalogue begins like a small
 * one. Media files exist only as database rows.
 */
export async function storeCatalogue(pool: Pool, { books = 0, episodes = 0, authors = 0 }): Promise<void> {
  const client = await pool.connect()
  try {
    // Search indexes are dropped and then rebuilt from all rows, because updating the indexes at each insertion takes ten times as long.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes join pg_tables using (schemaname, tablename)
       where schemaname = 'public' and indexdef like '% USING gin %' and tableowner = current_user`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await storeItems(client, books, book)
    await storeItems(client, episodes, episode)
    await storeItems(client, authors, author)
    // Slugs and share images are stored in advance, because the server would otherwise create them during the measurement. The server may
    // already have created some.
    for (const [kind, table] of Object.entries({ book: 'books', podcast: 'podcasts', author: 'authors' })) {
      await client.query(
        `insert into item_slugs (kind, slug, item_id, is_current) select $1, id, id, true from ${table} on conflict do nothing`,
        [kind],
      )
      const picture = kind === 'author' ? 'photo_id' : 'cover_id'
      await client.query(
        `insert into share_pictures (kind, item_id, asset_id, item_version, design) select $1, id, ${picture}, updated_at, $2 from ${table}
         on conflict do nothing`,
        [kind, designOf(createCatalogueSite(() => defaultContent).shareLook().brand)],
      )
    }
    await client.query(`set maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await client.query(definition)
    await client.query('vacuum analyze')
    await client.query('update catalogue_version set version = version + 1')
    await client.query(`select pg_notify('catalogue', '')`)
  } finally {
    // The connection is destroyed rather than returned to the pool, because its session settings would apply to later queries.
    client.release(true)
  }
}

/** Returns the id of an item by age. Descending ids order items from newest to oldest, as with UUIDv7. */
export function idOf(table: string, age: number): string {
  return `${(0x7fffffff - age).toString(16)}-0000-7000-8000-${digest(table).slice(0, 12)}`
}

/** Author of the book with the given age */
export const authorOf = (age: number) => personName(age)

function book(age: number): Item {
  const { words } = randomTexts(age)
  const texts = { title: `${capitals(words(4))} ${age}`, author: personName(age), description: words(60) }
  return { table: 'books', row: { ...texts, price_minor: (age % 20) * 50, categories: categoryOf(age) }, file: 'pdf' }
}

function episode(age: number): Item {
  const { words } = randomTexts(1_000_000 + age)
  const texts = { title: capitals(words(5)), host: personName(age), description: words(40), duration: '32:10' }
  return { table: 'podcasts', row: { ...texts, price_minor: 0, categories: categoryOf(age) }, file: 'audio' }
}

function author(age: number): Item {
  const { words } = randomTexts(2_000_000 + age)
  return { table: 'authors', row: { name: personName(age), bio: words(80), social_links: {} } }
}

async function storeItems(client: PoolClient, count: number, itemOf: (age: number) => Item) {
  // Rows are inserted oldest first, in the order of publication.
  for (let age = count; age > 0; ) {
    const tables: Record<string, Row[]> = {}
    for (const end = Math.max(0, age - ITEMS_AT_A_TIME); age > end; age--) {
      for (const [table, row] of rowsOf(itemOf(age), age)) {
        tables[table] ??= []
        tables[table].push(row)
      }
    }
    for (const [table, rows] of Object.entries(tables)) {
      const columns = Object.keys(rows[0] ?? {}).join(', ')
      const text = `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`
      await client.query(text, [JSON.stringify(rows)])
    }
  }
}

function rowsOf({ table, row, file }: Item, age: number): [string, Row][] {
  const id = idOf(table, age)
  const pictureId = idOf(`${table} picture`, age)
  const fileId = idOf(`${table} file`, age)
  const picture = pictureOf(id)
  const rows: [string, Row][] = [['media_assets', { id: pictureId, kind: 'image', details: picture }]]
  for (const { path: key, type } of picture.sources)
    rows.push(['media_files', { asset_id: pictureId, key, role: 'rendition', type, bytes: 9000, audience: 'public' }])
  if (!file) return [...rows, [table, { id, ...row, photo_id: pictureId }]]

  const details = file === 'pdf' ? { pageCount: 120, encrypted: false } : { durationSeconds: 1930 }
  const [type, key] = file === 'pdf' ? ['application/pdf', `${digest(fileId)}.pdf`] : ['audio/mpeg', `${digest(fileId)}.mp3`]
  rows.push(['media_assets', { id: fileId, kind: file, details }])
  rows.push(['media_files', { asset_id: fileId, key, role: 'original', type, bytes: 1_000_000, audience: 'public' }])
  rows.push([table, { id, ...row, cover_id: pictureId }])
  const kind = file === 'pdf' ? 'book' : 'podcast'
  return [...rows, ['editions', { id: idOf(`${table} edition`, age), kind, item_id: id, format: file, asset_id: fileId }]]
}

function pictureOf(id: string): Picture {
  const sources = PICTURE_WIDTHS.slice(0, 3).flatMap((width) =>
    (['image/avif', 'image/webp'] as const).map((type) => ({ type, width, path: `${digest(`${id} ${width} ${type}`)}.${type.slice(6)}` })),
  )
  return { width: 480, height: 720, placeholder: `data:image/webp;base64,${digest(id).repeat(3)}`, sources }
}

const personName = (age: number) => capitals(randomTexts(3_000_000 + (age % PEOPLE)).words(2))
const categoryOf = (age: number) => [CATEGORIES[age % CATEGORIES.length]]
const capitals = (text: string) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
const digest = (text: string) => createHash('sha256').update(text).digest('hex')
