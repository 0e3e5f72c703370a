// @module-tag full
import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { floodCodes } from '#lab/faults/scenarios/code-flood.ts'
import { findPurchases, grantTo, guessCodes } from '#lab/faults/scenarios/code-guesses.ts'
import { distinctNetworks } from '#lab/faults/scenarios/post-from.ts'
import { newClientId, requestCode } from '#lab/faults/scenarios/request-code.ts'
import { floodSignIns } from '#lab/faults/scenarios/sign-in-flood.ts'
import { guessSignIns, signInFrom } from '#lab/faults/scenarios/sign-in-guesses.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { ask, type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'

const BUYER = 'rudo@reader.example'

let dataDir: string
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let app: RunningApp
let database: Client
let owner: { email: string; password: string }
beforeAll(async () => {
  dataDir = await makeDataFolder()
  server = await startEmbeddedPostgres(dataDir)
  app = await runApp(dataDir, { DATABASE_URL: server.url, TRUST_PROXY: 'loopback' })
  owner = await app.admin()
  database = new Client({ connectionString: server.url })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await app?.stop()
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const rows = async (table: 'tries' | 'purchase_codes') => Number((await database.query(`select count(*) from ${table}`)).rows[0].count)
/** Uses up the rate limit that all unknown networks share. */
const spendShared = (likeKey: string) =>
  database.query(
    `insert into tries (id, key, expires_at)
     select gen_random_uuid(), key, now() + interval '1 day' from (select distinct key from tries where key like $1) as keys, generate_series(1, 100)`,
    [likeKey],
  )

test('the owner can always sign in from known devices and networks while others guess the password', async () => {
  const home = '41.78.0.1'
  const browser = await signInFrom(app.url, { ...owner, network: home })
  expect(browser.status).toBe(200)
  const report = await guessSignIns(app, {
    email: owner.email,
    networks: distinctNetworks(4),
    rounds: 15,
    atOnce: 4,
    ownerTries: 12,
    // Sign-ins alternate between a known browser on a guessing network and a new browser on the known network.
    signIn: async (at) => {
      const from = at % 2 ? { network: distinctNetworks(4)[at % 4] ?? '', cookie: browser.cookie } : { network: home }
      return (await signInFrom(app.url, { ...owner, ...from })).status
    },
  })
  expect(report.owner).toEqual({ tries: 12, letIn: 12 })
  expect(report.statuses[200]).toBeUndefined()
  expect(report.statuses[401]).toBeLessThanOrEqual(100 + 3 * 4)
})

test('the owner’s purchase code works while other networks request and guess codes, and their guesses are limited', async () => {
  await grantTo({ url: app.url, headers: await signIn(app.url, owner) }, BUYER)
  const networks = distinctNetworks(10, 1000)
  expect(await requestCode(app.url, { email: BUYER, clientId: newClientId(), network: '41.78.0.9' })).toBe(204)
  await spendShared('code for %')
  const { asked, guessed } = await guessCodes(app, { email: BUYER, networks, rounds: 3, atOnce: 4 })
  expect(asked).toEqual({ 204: 20, 429: 10 })
  expect(guessed).toEqual({ 400: 140 })
  const { rows: counted } = await database.query('select sum(tries)::int as guesses from purchase_codes where email = $1', [BUYER])
  expect(counted).toEqual([{ guesses: 100 }])

  expect(await findPurchases({ url: app.url, dataDir }, { email: BUYER, network: '41.78.0.2' })).toBe(200)
})

test('each of a hundred concurrent sign-ins gets a result or a 503', async () => {
  const statuses = await floodSignIns(app, { networks: distinctNetworks(20, 2000), tries: 100, atOnce: 100 })
  for (const status of Object.keys(statuses)) expect(['401', '503']).toContain(status)
  expect((await ask(`${app.url}/api/health`)).status).toBe(200)
  expect((await signInFrom(app.url, { ...owner, network: '41.78.0.1' })).status).toBe(200)
})

test('a few networks add only a limited number of rows, however many codes they request', async () => {
  const networks = distinctNetworks(1, 3000)
  const before = { tries: await rows('tries'), codes: await rows('purchase_codes') }
  const { clientIds, codes } = await floodCodes(app, { networks, requests: 400, atOnce: 8 })
  expect(clientIds).toEqual({ 200: 400 })
  expect(codes).toEqual({ 204: 300, 429: 100 })
  expect((await rows('purchase_codes')) - before.codes).toBe(300)
  expect((await rows('tries')) - before.tries).toBe(4 * 300)
})
