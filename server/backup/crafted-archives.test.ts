// @module-tag full
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyTarget } from '#tests/support/empty-target.ts'
import { readContent } from '#tests/support/stored-content.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { CHECKSUMS, checksumLine, MANIFEST, type Manifest, tableEntry } from './archive-format.ts'
import { checkArchive } from './read-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

type Content = { manifest: Manifest; tables: Map<string, Buffer> }

let services: Awaited<ReturnType<typeof openTestServices>>
let folder: string
let whole: string
beforeAll(async () => {
  services = await openTestServices()
  folder = await makeTempFolder()
  await services.admin.admins.add({ firstname: 'Ada', lastname: 'Admin', email: 'ada@lectern.example', password: 'correct horse' })
  await storeBook(services)
  whole = join(folder, 'whole.tar')
  const { database, library } = services
  await writeBackup({ database, store: library.store, workFolder: join(library.tempFolder, 'backup'), output: whole, version: '1.2.3' })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await services.close()
})

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Writes a copy of the archive with a changed manifest or changed tables, and with correct checksums. */
async function craft(change: (content: Content) => void): Promise<string> {
  const entries: { name: string; content: Buffer }[] = []
  const reading = extract()
  reading.on('entry', async ({ name }, stream, next) => {
    entries.push({ name, content: await buffer(stream) })
    next()
  })
  await pipeline(createReadStream(whole), reading)
  const manifest: Manifest = JSON.parse(entries[0]?.content.toString() ?? '')
  const tables = new Map(entries.flatMap(({ name, content }) => (name.startsWith('database/') ? [[name, content] as const] : [])))
  change({ manifest, tables })
  for (const table of manifest.tables) {
    const content = tables.get(tableEntry(table)) ?? Buffer.alloc(0)
    Object.assign(table, { bytes: content.length, sha256: sha256(content) })
  }
  const parts = [
    { name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) },
    ...manifest.tables.map((table) => ({ name: tableEntry(table), content: tables.get(tableEntry(table)) ?? Buffer.alloc(0) })),
    ...entries.filter(({ name }) => name.startsWith('media/')),
  ]
  const sums = parts.map(({ name, content }) => checksumLine(sha256(content), name)).join('')
  const archive = pack()
  for (const { name, content } of [...parts, { name: CHECKSUMS, content: Buffer.from(sums) }]) archive.entry({ name }, content)
  archive.finalize()
  const path = join(folder, 'crafted.tar')
  await pipeline(archive, createWriteStream(path))
  return path
}

/** Changes the lines of a table in PostgreSQL's COPY format. */
function rewrite({ manifest, tables }: Content, name: string, change: (lines: string[]) => string[]) {
  const table = manifest.tables.find((candidate) => candidate.name === name)
  if (!table) throw new Error(`no table ${name}`)
  const lines = gunzipSync(tables.get(tableEntry(table)) as Buffer)
    .toString()
    .split('\n')
    .slice(0, -1)
  const changed = change(lines)
  table.rows = changed.length
  tables.set(tableEntry(table), gzipSync(changed.map((line) => `${line}\n`).join('')))
}

test.each<[string, (content: Content) => void, RegExp]>([
  ['a row twice', (content) => rewrite(content, 'admins', (lines) => [...lines, ...lines]), /refuses its content \(duplicate key/],
  [
    'a row with a missing column',
    (content) => rewrite(content, 'books', ([line = '']) => [line.replace(/\t[^\t]*$/, '')]),
    /refuses its content/,
  ],
  [
    'a row with an invalid time',
    (content) => rewrite(content, 'admins', ([line = '']) => [line.replace(/\d{4}-\d\d-\d\d/, 'never')]),
    /refuses its content/,
  ],
  ['a row whose parent is missing', (content) => rewrite(content, 'media_assets', () => []), /refuses its content \(.*foreign key/],
  [
    'an unknown column',
    ({ manifest }) => manifest.tables.find(({ name }) => name === 'admins')?.columns.splice(0, 1, 'nothing'),
    /refuses its content \(column "nothing"/,
  ],
  [
    'a table that is not compressed',
    ({ tables }) => tables.set('database/public.admins.copy.gz', Buffer.from('1\tAda')),
    /can’t be decompressed/,
  ],
  [
    'a missing table',
    ({ manifest }) => {
      manifest.tables = manifest.tables.filter(({ name }) => name !== 'catalogue_version')
    },
    /catalogue_version is missing/,
  ],
  [
    'a table twice',
    ({ manifest }) => manifest.tables.push(...manifest.tables.filter(({ name }) => name === 'admins')),
    /refuses its content/,
  ],
  [
    'a record of migrations without the last one, which would run again',
    (content) => rewrite(content, 'migrations', (lines) => lines.slice(0, -1)),
    /record of migrations is not that of its manifest/,
  ],
  [
    'a record of a later migration, due to which new migrations would be skipped',
    (content) => rewrite(content, 'migrations', (lines) => [...lines, `9999\tnone\t9000000000000\t\\N\t\\N`]),
    /record of migrations is not that of its manifest/,
  ],
])('an archive with right checksums, but %s, is refused with a message, and nothing of it remains', async (_name, change, reason) => {
  const path = await craft(change)
  const place = await openEmptyTarget()
  try {
    await checkArchive(path)
    await expect(restoreBackup({ path, ...place })).rejects.toThrow(reason)
    await expect(restoreBackup({ path, ...place })).rejects.toThrow('This backup is damaged or incomplete')
    expect(await readContent(place)).toEqual({})
    await restoreBackup({ path: whole, ...place })
  } finally {
    await place.close()
  }
})
