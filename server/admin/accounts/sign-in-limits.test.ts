import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createAdminStore } from './admins.store.ts'
import { createHashingQueue, type HashingQueue } from './hashing-queue.ts'
import { createKnownSourceStore } from './known-sources.store.ts'
import type { VerifyPassword } from './passwords.ts'
import { createSessionService } from './sessions.service.ts'
import { createSessionStore } from './sessions.store.ts'

const PASSWORD = 'a long enough password'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ DATABASE_POOL: '10' })
})
afterAll(() => app.close())

const sql = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows
let addresses = 0
const newAddress = () => `10.7.${addresses >> 8}.${addresses++ & 255}`

async function login(email: string, { password = PASSWORD, address = newAddress(), device = '' } = {}) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: address,
    headers: device ? { cookie: `signInDevice=${device}` } : {},
    payload: { email, password },
  })
  const cookie = response.cookies.find(({ name }) => name === 'signInDevice')
  return { response, status: response.statusCode, cookie, device: cookie?.value ?? '' }
}

async function addOwner() {
  const email = `${randomUUID()}@lectern.example`
  const { id } = await app.services.admin.admins.add({ firstname: 'Ben', lastname: 'Banda', email, password: PASSWORD })
  return { id, email }
}

/** Sends one wrong password from each network in every round. */
async function attack(email: string, networks: number, rounds = 1) {
  const lines = Array.from({ length: networks }, newAddress)
  let guesses = 0
  for (let round = 0; round < rounds; round++)
    for (const address of lines) if ((await login(email, { password: 'x', address })).status === 401) guesses += 1
  return { lines, guesses }
}

/** Uses up the limit that all unknown browsers and networks share. */
const spend = async (email: string) => {
  const rows = await sql(`select encode(sha256(convert_to($1, 'UTF8')), 'base64') as digest`, [email])
  const digest = rows[0].digest.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  await sql(`insert into tries (id, key, expires_at) select gen_random_uuid(), $1, now() + interval '1 day' from generate_series(1, 100)`, [
    `sign-in as ${digest} by strangers`,
  ])
}

describe('an account owner can sign in while others guess the password', () => {
  test('the owner can sign in with a known browser on any network during an attack', async () => {
    const { email } = await addOwner()
    const { device } = await login(email)
    await spend(email)
    const { lines } = await attack(email, 2, 5)
    // The owner's browser can sign in on any network, including those of the attacker.
    for (const address of [...lines, newAddress()]) expect((await login(email, { device, address })).status).toBe(200)
  })

  test('the owner can sign in with a new browser on a known network during an attack', async () => {
    const { email } = await addOwner()
    const home = newAddress()
    await login(email, { address: home })
    await spend(email)
    await attack(email, 2, 5)
    for (let count = 0; count < 4; count++) expect((await login(email, { address: home })).status).toBe(200)
  })

  test('the owner can sign in with a new browser on a new network within three attempts during an attack', async () => {
    const { email } = await addOwner()
    await spend(email)
    await attack(email, 2, 4)
    const address = newAddress()
    for (let count = 0; count < 2; count++) expect((await login(email, { address, password: 'mistyped' })).status).toBe(401)
    expect((await login(email, { address })).status).toBe(200)
    // After the first sign-in, the network counts as known.
    for (let count = 0; count < 2; count++) expect((await login(email, { address })).status).toBe(200)
  })
})

describe('a sign-in request from an administrator’s network', () => {
  const guess = async (email: string, address: string) => {
    const { response } = await login(email, { address, password: 'x' })
    const { requestId: _, detail, ...problem } = response.json<Problem>()
    return { ...problem, detail }
  }

  test('a request from a known network gets the same responses for the administrator’s email address as for an unknown one', async () => {
    const { email } = await addOwner()
    const [home, elsewhere] = [newAddress(), newAddress()]
    await login(email, { address: home })
    const [known, unknown] = [[] as object[], [] as object[]]
    for (let count = 0; count < 11; count++) {
      known.push(await guess(email, home))
      unknown.push(await guess('nobody@lectern.example', elsewhere))
    }
    expect(known).toEqual(unknown)
    expect(known.at(-1)).toMatchObject({ status: 429 })
  })

  test('a hundred people behind one address may mistype their passwords within a minute, and one account has ten attempts', async () => {
    const { email } = await addOwner()
    const home = newAddress()
    for (let count = 0; count < 10; count++) expect(await guess(email, home)).toMatchObject({ status: 401 })
    expect(await guess(email, home)).toMatchObject({ status: 429 })
    for (let count = 0; count < 90; count++) expect(await guess(`${count}@lectern.example`, home)).toMatchObject({ status: 401 })
    expect(await guess('another@lectern.example', home)).toMatchObject({ status: 429 })
  })

  test('all addresses of an IPv6 customer together have the attempts of one network', async () => {
    await sql(
      `insert into tries (id, key, expires_at) select gen_random_uuid(), 'sign-in from 2001:db8:78::/48', now() + interval '1 day'
       from generate_series(1, 99)`,
    )
    expect(await guess('a@lectern.example', '2001:db8:78:1::1')).toMatchObject({ status: 401 })
    expect(await guess('b@lectern.example', '2001:db8:78:2::1')).toMatchObject({ status: 429 })
  })
})

describe('an attacker', () => {
  test('an attacker has a hundred attempts a day on an account, and three more from each network', async () => {
    const { email } = await addOwner()
    await spend(email)
    const { lines, guesses } = await attack(email, 4, 4)
    expect(guesses).toBe(12)
    const refused = await login(email, { address: lines[0] })
    expect(refused.response.json()).toMatchObject({ status: 429, title: 'Too many sign-in attempts' })
    expect(Number(refused.response.headers['retry-after'])).toBeGreaterThan(86_000)
  })

  test('all addresses of an IPv6 prefix count as one network of an attacker', async () => {
    const { email } = await addOwner()
    await spend(email)
    const guess = (line: number) => login(email, { password: 'x', address: `2001:db8:77:${line.toString(16)}::1` })
    for (let line = 0; line < 3; line++) expect((await guess(line)).status).toBe(401)
    expect((await guess(4)).status).toBe(429)
  })

  test('an attacker can’t pass as a known browser with an arbitrary cookie or the cookie of another account', async () => {
    const [owner, other] = [await addOwner(), await addOwner()]
    const { device } = await login(other.email)
    await spend(owner.email)
    for (const cookie of [device, 'x', `device ${randomUUID()}`]) {
      const address = newAddress()
      for (let count = 0; count < 3; count++)
        expect((await login(owner.email, { address, device: cookie, password: 'x' })).status).toBe(401)
      expect((await login(owner.email, { address, device: cookie })).status).toBe(429)
    }
  })

  test('a known browser has ten failed sign-ins a minute and a hundred a day', async () => {
    const { email } = await addOwner()
    const { device } = await login(email)
    for (let count = 0; count < 10; count++) expect((await login(email, { device, password: 'x' })).status).toBe(401)
    expect((await login(email, { device })).status).toBe(429)
    await sql(`update tries set at = at - interval '61 seconds'`)
    expect((await login(email, { device })).status).toBe(200)
  })
})

describe('a known browser is recognized', () => {
  test('a browser is recognized by an HttpOnly cookie, and only the digest of the cookie is stored', async () => {
    const { id, email } = await addOwner()
    const { cookie, device, response } = await login(email)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/login' })
    expect(device).toMatch(/^[\w-]{43}$/)
    expect(response.body).not.toContain(device)
    const rows = await sql('select origin from known_origins where admin_id = $1', [id])
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain(device)
    expect(app.logLines.join('')).not.toContain(device)
  })

  test('a browser keeps its token when it signs in again, and a token that the server did not issue is replaced', async () => {
    const { email } = await addOwner()
    const { device } = await login(email)
    expect((await login(email, { device })).device).toBe(device)
    const planted = 'A'.repeat(43)
    expect((await login(email, { device: planted })).device).not.toBe(planted)
  })

  test('a browser is recognized only after a successful sign-in, and until the account is deleted', async () => {
    const { id, email } = await addOwner()
    expect((await login(email, { password: 'x' })).cookie).toBeUndefined()
    expect(await sql('select 1 from known_origins where admin_id = $1', [id])).toEqual([])
    await login(email)
    await app.send('DELETE', `/api/admins/${id}`)
    expect(await sql('select 1 from known_origins where admin_id = $1', [id])).toEqual([])
  })

  test('a browser is recognized for four hundred days, and its network for ninety days', async () => {
    const { id, email } = await addOwner()
    await login(email)
    const kinds = async (days: number) => {
      await sql(`update known_origins set last_used_at = now() - make_interval(days => $2) where admin_id = $1`, [id, days])
      await app.services.admin.sessions.purge()
      return (await sql('select origin from known_origins where admin_id = $1 order by origin', [id])).map(
        ({ origin }) => origin.split(' ')[0],
      )
    }
    expect(await kinds(89)).toEqual(['device', 'network'])
    expect(await kinds(91)).toEqual(['device'])
    expect(await kinds(401)).toEqual([])
  })
})

/** Creates the session service with the test database and the given queue and password check. */
function openSessions({ queueHashing, verifyPassword }: { queueHashing: HashingQueue; verifyPassword: VerifyPassword }) {
  const { services } = app
  const { orm } = services.database
  const { findByEmail, recordSignIn } = createAdminStore(orm)
  return createSessionService({
    store: createSessionStore(orm, { idleMinutes: 60 }),
    knownSources: createKnownSourceStore(orm),
    rateLimits: services.rateLimits,
    findAccount: findByEmail,
    recordSignIn,
    checkCode: async () => undefined,
    transact: (work) => orm.transaction(work),
    record: services.record,
    recordRefusal: services.admin.audit.recordRefusal,
    sessionHours: 1,
    queueHashing,
    verifyPassword,
  })
}

test('sign-in with a password that changes during its verification starts no session', async () => {
  const { id, email } = await addOwner()
  const sessions = openSessions({
    queueHashing: (task) => task(),
    verifyPassword: async () => {
      await app.services.admin.admins.change(id, { password: 'another long password' })
      return true
    },
  })
  await expect(sessions.login({ email, password: PASSWORD }, newAddress())).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await sql('select 1 from sessions where admin_id = $1', [id])).toEqual([])
})

test('sign-in attempts refused by a full queue are not counted, and known browsers are prioritized in the queue', async () => {
  const { email } = await addOwner()
  const address = newAddress()
  const { device } = await login(email)
  const turns = createHashingQueue({ width: 1, maxWaiting: 1 })
  const order: string[] = []
  const asked: string[] = []
  const sessions = openSessions({
    queueHashing: (task, options) => {
      asked.push(options?.prioritized ? 'owner' : 'stranger')
      return turns(task, options)
    },
    verifyPassword: async () => order.push('owner') > 0,
  })
  const signIn = (from: string, cookie?: string) => sessions.login({ email, password: PASSWORD }, from, '', cookie)
  const hashing = Promise.withResolvers<void>()
  const others = [turns(() => hashing.promise), turns(async () => void order.push('stranger'))]
  for (let count = 0; count < 12; count++) await expect(signIn(address)).rejects.toMatchObject({ status: 503 })
  expect(await sql('select 1 from tries where key = $1', [`sign-in from ${address}`])).toEqual([])

  const owner = signIn(newAddress(), device)
  await expect.poll(() => asked).toContain('owner')
  hashing.resolve()
  await Promise.all([owner, ...others])
  expect(order).toEqual(['owner', 'stranger'])
})
