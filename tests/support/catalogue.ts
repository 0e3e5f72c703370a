import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { buildAudio, buildPdf, buildTextBook } from './sample-files.ts'
import { openSite } from './site.ts'

type Credentials = { email: string; password: string }
export type Catalogue = Credentials & { folder: string; database: string }

const DATABASE = 'template_catalogue'
/** Advisory lock held by the worker that publishes the catalogue */
const LOCK = 7_203_110

export const FREE_BOOK = 'A free book'
export const PRICED_BOOK = 'A priced book'
const FOUNDER_BOOK = 'The founder’s own'
export const EPISODE = 'Finish the first draft'
export const EPISODE_SECONDS = 120
export const OTHER_EPISODE = 'Learn to say no'
export const TEXT_BOOK = 'A Season of Rain'
export const TEXT_BOOK_PAGES = 6
const PRICED_EPISODE = 'A priced episode'
const AUTHOR = 'Tapiwa Gumbo'

/**
 * Publishes the catalogue of the shared site once per run, through the server; every worker copies the catalogue. It has ten books (one
 * priced with a preview, one with chapters of text), three episodes (one priced) and an author.
 */
export async function publishCatalogue(): Promise<Catalogue> {
  const folder = inject('catalogueFolder')
  const record = join(folder, 'admin.json')
  const client = new Client({ connectionString: inject('databaseServer') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    if (!existsSync(record)) await writeFile(record, JSON.stringify(await publish(folder)))
  } finally {
    await client.end()
  }
  return { folder, database: DATABASE, ...(JSON.parse(await readFile(record, 'utf8')) as Credentials) }
}

async function publish(folder: string): Promise<Credentials> {
  const site = await openSite({}, { catalogue: { folder, database: DATABASE } })
  await site.publishAuthor({ name: AUTHOR, facebook: 'https://facebook.com/tapiwa' })
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await site.publishBook({ title: `Book ${title}`, author: 'Farai Dube', description: 'Words. '.repeat(40) })
  await site.publishBook({ title: 'Of patience', categories: 'Ladies Empowerment' })
  await site.publishBook({ title: FREE_BOOK })
  await site.publishBook({ title: PRICED_BOOK, price: '4.5', pdf: await buildPdf({ pages: 80, title: 'Priced' }) })
  await site.publishBook({ title: TEXT_BOOK, pdf: await buildTextBook({ pages: TEXT_BOOK_PAGES, title: TEXT_BOOK }) })
  await site.publishBook({ title: FOUNDER_BOOK, author: 'Ruvimbo Chikomo' })
  const audio = buildAudio({ seconds: EPISODE_SECONDS })
  await site.publishPodcast({ title: PRICED_EPISODE, price: '2', categories: 'Teen Coaching', audio, duration: '2:00' })
  await site.publishPodcast({ title: OTHER_EPISODE, audio, duration: '2:00' })
  await site.publishPodcast({ title: EPISODE, categories: 'Teen Coaching', audio, duration: '2:00' })
  await site.close()
  return site.credentials
}
