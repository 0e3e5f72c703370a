import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SettingsError } from '#server/platform/problems.ts'
import { query } from '#tests/support/database-server.ts'
import { grantOf } from '#tests/support/entitle.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { hasPgBouncer, openPooler, type Pooler, startPgBouncer } from '#tests/support/transaction-pooler.ts'
import { openControlConnection } from './control-connection.ts'
import { openDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof copyTemplate>>
let other: Awaited<ReturnType<typeof copyTemplate>>
beforeAll(async () => {
  database = await copyTemplate()
  other = await copyTemplate()
})
afterAll(async () => {
  await database.drop()
  await other.drop()
})

const open = (settings: { url: string; directUrl?: string }, reported: string[] = []) =>
  openDatabase({ dataDir: '', poolSize: 4, ...settings, onStatusChange: (text) => reported.push(text) })

const poolers = { 'a pooler': openPooler, ...(hasPgBouncer && { PgBouncer: startPgBouncer }) }

describe.each(Object.entries(poolers))('%s', { tags: ['full'] }, (_name, start) => {
  async function startPooler(options: Parameters<typeof openPooler>[1] = {}, url = database.url): Promise<Pooler> {
    const pooler = await start(url, options)
    onTestFinished(pooler.close)
    return pooler
  }

  const refusal = 'in transaction mode with %i connections is refused with an explanation, and holds no lock'
  test.each([2])(refusal, expectRefusal)
  test.each([1, 10])(refusal, { tags: ['full'] }, expectRefusal)

  async function expectRefusal(size: number) {
    const pooler = await startPooler({ size })
    const refused = await open({ url: pooler.url }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SettingsError)
    expect((refused as Error).message).toMatch(/pooler that shares connections.*pool_mode = transaction.*DATABASE_DIRECT_URL/)
    expect(
      await query(
        database.url,
        `select objid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
      ),
    ).toEqual([])
    const direct = await open({ url: database.url })
    await direct.close()
  }

  test('a pooler in session mode is accepted', async () => {
    const pooler = await startPooler({ mode: 'session' })
    const reported: string[] = []
    const opened = await open({ url: pooler.url }, reported)
    onTestFinished(() => opened.close())
    expect(opened.controlConnection.listener()).toBeDefined()
    expect(reported).toEqual([])
  })

  test('a pooler serves requests next to a direct connection, with the request settings and without prepared statements', async () => {
    const copy = await copyTemplate()
    onTestFinished(async () => void (await copy.drop()))
    const pooler = await startPooler({}, copy.url)
    const app = await openTestApp({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: copy.url })
    onTestFinished(app.close)
    const { catalogueVersion, database } = app.services
    const { rows } = await database.pool.query(
      `select setting from pg_settings where name in ('lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['10000', '2000'])
    const owner = { clientId: 'c'.repeat(32), product: 'book' as const, productId: (await storeBook(app.services)).id }
    await Promise.all(Array.from({ length: 12 }, () => grantOf(app.services, owner)))
    const another = await open({ url: copy.url })
    onTestFinished(another.close)
    const before = catalogueVersion.current()
    await another.orm.transaction((transaction) => catalogueVersion.increment(transaction))
    await expect.poll(() => catalogueVersion.current()).toBe(before + 1)
  })

  test('a pooler that leads to another database than the direct connection is refused', async () => {
    const pooler = await startPooler()
    await expect(open({ url: pooler.url, directUrl: other.url })).rejects.toThrow('point to different databases')
  })
})

test('a pooler that starts to share connections is reported once, and the instance stops relying on notifications', async () => {
  const pooler = await openPooler(database.url, { mode: 'session' })
  onTestFinished(pooler.close)
  const reported: string[] = []
  const opened = await open({ url: pooler.url }, reported)
  onTestFinished(() => opened.close())
  pooler.setMode('transaction')
  await Promise.allSettled(Array.from({ length: 4 }, () => opened.pool.query('select pg_sleep(0.6)')))
  await expect.poll(() => opened.controlConnection.listener()).toBeUndefined()
  await expect.poll(() => reported.filter((text) => /pooler that shares/.test(text)).length).toBe(1)
})

test('a pooler that starts to share its only connection is reported once', async () => {
  const pooler = await openPooler(database.url, { mode: 'session' })
  onTestFinished(pooler.close)
  const onShared = vi.fn()
  const opened = await openControlConnection(() => pooler.url, { proofPings: 2, onShared })
  onTestFinished(() => opened.close())
  opened.startPings()
  pooler.setMode('transaction', 1)
  await expect.poll(() => onShared.mock.calls.length, { timeout: 15_000 }).toBe(1)
  expect(opened.listener()).toBeUndefined()
})
