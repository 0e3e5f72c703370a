import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginResponse } from '#contracts/admin/admin.ts'
import { openEmptyTarget } from '#tests/support/empty-target.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { CHECKSUMS, checksumLine, MANIFEST, type Manifest } from './archive-format.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const SHORT_LIVED = ['account_notices', 'admin_invitations', 'password_codes', 'purchase_codes', 'sessions', 'tries']

let app: TestApp
let folder: string
let whole: string
let manifest: Manifest
beforeAll(async () => {
  app = await openTestApp()
  folder = await makeTempFolder()
  const email = `${randomUUID()}@lectern.example`
  const account = { firstname: 'Ben', lastname: 'Banda', email, password: 'a long enough password' }
  expect((await app.send('POST', '/api/admins', account)).statusCode).toBe(201)
  const invited = { firstname: 'Rudo', lastname: 'Dube', email: `${randomUUID()}@lectern.example` }
  expect((await app.send('POST', '/api/invitations', invited)).statusCode).toBe(201)
  const clientId = 'c'.repeat(32)
  for (const path of ['password-reset', 'purchases'])
    expect((await app.send('POST', `/api/${path}/codes`, { email, clientId }, {})).statusCode).toBe(204)
  expect((await app.send('POST', '/api/login', { email, password: 'wrong' }, {})).statusCode).toBe(401)
  for (const table of SHORT_LIVED) expect((await query(`select 1 from ${table}`)).length, table).toBeGreaterThan(0)

  whole = join(folder, 'whole.tar')
  const { database, library } = app.services
  const workFolder = join(library.tempFolder, 'backup')
  manifest = await writeBackup({ database, store: library.store, workFolder, output: whole, version: '1.2.3' })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

const query = async (text: string, database = app.services.database) => (await database.pool.query(text)).rows

test('backups contain no sessions, codes, attempt counts or emails waiting to be sent', () => {
  const counts = manifest.tables.filter(({ name }) => SHORT_LIVED.includes(name)).map(({ name, rows }) => [name, rows])
  expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(SHORT_LIVED.map((name) => [name, 0])))
})

test('every table whose rows expire or are used up is either omitted from backups or listed as an exception', async () => {
  const kept = ['payment_attempts']
  const found = await query(
    `select distinct table_name from information_schema.columns where table_schema = 'public'
     and column_name in ('expires_at', 'due_at', 'used_at', 'token_digest', 'code_digest', 'tries') order by table_name`,
  )
  const rebuilt = ['indexnow_urls']
  expect(found.map(({ table_name }) => table_name)).toEqual([...SHORT_LIVED, ...kept, ...rebuilt].toSorted())
})

test('restoring an older backup that contains sessions ends all of them', async () => {
  const { token } = (await app.send('POST', '/api/login', app.admin, {})).json<LoginResponse>()
  const [session] = await query('select * from sessions order by created_at desc limit 1')
  const columns = manifest.tables.find(({ name }) => name === 'sessions')?.columns ?? []
  const row = columns.map((column) => (session[column] instanceof Date ? session[column].toISOString() : session[column])).join('\t')
  const older = join(folder, 'older.tar')
  await replaceTable('sessions', `${row}\n`, older)
  const place = await openEmptyTarget()
  await restoreBackup({ path: older, ...place })
  expect(await query('select 1 from sessions', place.database)).toEqual([])
  expect(await query('select 1 from admins', place.database)).toHaveLength(2)
  await place.close()
  expect(token).not.toBe('')
})

/** Rewrites the archive so that a table contains a single row. */
async function replaceTable(table: string, row: string, output: string) {
  const entries: [string, Buffer][] = []
  const reading = extract()
  const read = (async () => {
    for await (const entry of reading) entries.push([entry.header.name, await buffer(entry)])
  })()
  await pipeline(createReadStream(whole), reading)
  await read
  const content = gzipSync(row)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const tables = manifest.tables.map((dump) => (dump.name === table ? { ...dump, rows: 1, bytes: content.length, sha256 } : dump))
  const changed = new Map([
    [MANIFEST, Buffer.from(JSON.stringify({ ...manifest, tables }))],
    [`database/public.${table}.copy.gz`, content],
  ])
  const archive = pack()
  const written = pipeline(archive, createWriteStream(output))
  let sums = ''
  for (const [name, old] of entries) {
    const next = name === CHECKSUMS ? Buffer.from(sums) : (changed.get(name) ?? old)
    archive.entry({ name }, next)
    sums += checksumLine(createHash('sha256').update(next).digest('hex'), name)
  }
  archive.finalize()
  await written
}
