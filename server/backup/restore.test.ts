// @module-tag full
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openControlConnection } from '#server/platform/database/control-connection.ts'
import { MIGRATIONS_FOLDER } from '#server/platform/database/migrate.ts'
import { type EmptyTarget, openEmptyTarget } from '#tests/support/empty-target.ts'
import { readContent, tablesOf } from '#tests/support/stored-content.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { checkArchive } from './read-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { buildSchema } from './schema-state.ts'
import { writeBackup } from './write-backup.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
let folder: string
let whole: string
const places: EmptyTarget[] = []

beforeAll(async () => {
  services = await openTestServices()
  folder = await makeTempFolder()
  await services.admin.admins.add({ firstname: 'Ada', lastname: 'Admin', email: 'ada@lectern.example', password: 'correct horse' })
  await storeBook(services, { title: 'Tab\there, "quotes", \\N and\na new line – ‘naïve’ 📖', price: 4.5 })
  await storePodcast(services)
  whole = join(folder, 'whole.tar')
  await writeBackup({ ...source(), workFolder: join(services.library.tempFolder, 'backup'), output: whole, version: '1.2.3' })
})
afterEach(async () => {
  for (const place of places.splice(0)) await place.close()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await services.close()
})

async function emptyPlace() {
  const place = await openEmptyTarget()
  places.push(place)
  return place
}

const source = () => ({ database: services.database, store: services.library.store })

describe('a restore', () => {
  test('a restore refuses an archive with a changed byte, a missing end, or a missing, added or moved entry', async () => {
    const archive = await readFile(whole)
    const place = await emptyPlace()
    const bad = join(folder, 'bad.tar')
    const refused = async (content: Buffer, what: string) => {
      await writeFile(bad, content)
      await expect(checkArchive(bad), what).rejects.toThrow(/damaged or incomplete|not a backup/)
    }
    const places = partsOf(archive)
    expect(places.map(({ name }) => name)).toEqual(expect.arrayContaining(['manifest.json', 'database/public.books.copy.gz', 'SHA256SUMS']))
    for (const { name, header, start, size } of places.filter((_, index) => index % 3 === 0 || index < 4)) {
      for (const offset of [header, header + 130, start, start + Math.floor(size / 2), start + size - 1]) {
        const copy = Buffer.from(archive)
        copy[offset] = (copy[offset] ?? 0) ^ 1
        await refused(copy, `${name} at ${offset}`)
      }
    }
    const last = places.at(-1)
    for (const length of [0, 100, 512, 5000, archive.length >> 1, last?.header ?? 0, (last?.start ?? 0) + 10])
      await refused(archive.subarray(0, length), `${length} bytes`)
    await refused(randomBytes(10_000), 'no archive at all')
    const blockOf = ({ header, size }: TarPart) => archive.subarray(header, header + 512 + Math.ceil(size / 512) * 512)
    const blocks = places.map(blockOf)
    const file = blocks.length - 2
    const without = blocks.toSpliced(file, 1)
    await refused(Buffer.concat([...without, Buffer.alloc(1024)]), 'a file is missing')
    await refused(
      Buffer.concat([...blocks.toSpliced(file, 0, ...blocks.slice(file, file + 1)), Buffer.alloc(1024)]),
      'a file is there twice',
    )
    await refused(Buffer.concat([...without.toSpliced(file - 1, 0, ...blocks.slice(file, file + 1)), Buffer.alloc(1024)]), 'exchanged')
    // The restore itself also detects the damage and rolls back, without a preceding `checkArchive`.
    const copy = Buffer.from(archive)
    const late = places.at(-2)
    copy[late?.start ?? 0] = (copy[late?.start ?? 0] ?? 0) ^ 1
    await writeFile(bad, copy)
    await expect(restoreBackup({ path: bad, ...place })).rejects.toThrow('damaged')
    expect(await readContent(place)).toEqual({})
    await truncate(bad, late?.start ?? 0)
    await expect(restoreBackup({ path: bad, ...place })).rejects.toThrow('damaged')
    expect(await readContent(place)).toEqual({})
    await restoreBackup({ path: whole, ...place })
  })

  test('a restore refuses a target that is not empty', async () => {
    await expect(restoreBackup({ path: whole, ...source(), place: 'the media folder' })).rejects.toThrow('files in')
    const place = await emptyPlace()
    const rows = restoreBackup({ path: whole, ...place, database: services.database })
    await expect(rows).rejects.toThrow(/not empty; it has rows in .*admins.*books/)
    await mkdir(join(place.dataDir, 'media', '00'), { recursive: true })
    await writeFile(join(place.dataDir, 'media', '00', `${'0'.repeat(64)}.pdf`), 'theirs')
    await expect(restoreBackup({ path: whole, ...place })).rejects.toThrow('files in')
  })

  test('a restore refuses a database that an instance is using', async () => {
    const place = await emptyPlace()
    const app = await openControlConnection(() => place.database.url)
    await expect(restoreBackup({ path: whole, ...place })).rejects.toThrow('Stop it')
    await app.close()
  })

  test('a restore migrates an older backup, and refuses a backup of a newer version', async () => {
    const older = await emptyPlace()
    const client = await older.database.pool.connect()
    const all = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER })
    const migrations = all.slice(0, 2)
    await buildSchema(client, migrations)
    for (const { hash, folderMillis } of migrations)
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis])
    await client.query(`insert into admins values ('1', 'Ada', 'Admin', 'ada@lectern.example', 'digest', '2026-01-02T03:04:05Z')`)
    await client.query(`update catalogue_version set version = 77`)
    client.release()
    const output = join(folder, 'older.tar')
    await writeBackup({ ...older, output, version: '0.0.1' })

    const place = await emptyPlace()
    await checkArchive(output)
    await restoreBackup({ path: output, ...place })
    expect(await tablesOf(place.database.pool)).toEqual(await tablesOf(services.database.pool))
    // Migrations that change what pages display increment the catalogue version.
    const increments = all.slice(2).filter(({ sql }) => sql.some((text) => /update "?catalogue_version/i.test(text))).length
    const { rows } = await place.database.pool.query('select email, created_at, version from admins, catalogue_version')
    expect(rows).toEqual([{ email: 'ada@lectern.example', created_at: new Date('2026-01-02T03:04:05Z'), version: String(77 + increments) }])

    await place.database.pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('new', 9000000000000)`)
    const newer = join(folder, 'newer.tar')
    await writeBackup({ ...place, output: newer, version: '9.0.0' })
    await expect(checkArchive(newer)).rejects.toThrow('newer version of Lectern (9.0.0)')
    const other = await emptyPlace()
    await expect(restoreBackup({ path: newer, ...other })).rejects.toThrow('newer version of Lectern (9.0.0)')
    expect(await readContent(other)).toEqual({})
  })
})

type TarPart = { name: string; header: number; start: number; size: number }

/** Returns the positions of the parts of a tar archive. */
function partsOf(archive: Buffer) {
  const parts: TarPart[] = []
  for (let header = 0; archive[header]; ) {
    const size = Number.parseInt(archive.toString('latin1', header + 124, header + 135), 8)
    const name = archive.toString('latin1', header, header + 100).replace(/\0.*/s, '')
    parts.push({ name, header, start: header + 512, size })
    header += 512 + Math.ceil(size / 512) * 512
  }
  return parts
}
