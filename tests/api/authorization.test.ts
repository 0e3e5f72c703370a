import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registeredCalls } from '#tests/support/registered-calls.ts'
import { storedKeys } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { ADMIN_CALLS, CONDITIONAL_PASSWORD_CALLS, OPEN_CALLS, PASSWORD_CALLS } from './calls-by-access.ts'

let app: TestApp
let tokens: Record<'expired' | 'revoked' | 'deleted' | 'old', string>
beforeAll(async () => {
  app = await openTestApp()
  const {
    admin: { admins, sessions },
    database,
  } = app.services
  const signIn = async (email: string) => {
    const admin = await admins.add({ ...app.admin, email })
    const { token } = await sessions.login({ ...app.admin, email }, '127.0.0.1')
    return { id: admin.id, token }
  }
  const [expired, revoked, deleted, old] = [
    await signIn('a@lectern.example'),
    await signIn('b@lectern.example'),
    await signIn('c@lectern.example'),
    await signIn('d@lectern.example'),
  ]
  await database.pool.query(`update sessions set expires_at = now() where admin_id = $1`, [expired.id])
  await sessions.logout(revoked.token)
  await admins.remove(deleted.id)
  await database.pool.query(`update sessions set password_entered_at = now() - interval '15 minutes 1 second' where admin_id = $1`, [
    old.id,
  ])
  tokens = { expired: expired.token, revoked: revoked.token, deleted: deleted.token, old: old.token }
})
afterAll(() => app.close())

async function call(name: string, headers: Record<string, string> = {}) {
  const [method = '', url = ''] = name.split(' ')
  const path = url.replace(':id', '01890000-0000-7000-8000-000000000000').replace(':key', `${'0'.repeat(64)}.pdf`)
  return app.app.inject({ method: method as 'GET', url: path, headers })
}

test('every API route is listed in exactly one table: open to everyone, for administrators only, or for administrators with a recent password', () => {
  expect(registeredCalls(app).toSorted()).toEqual([OPEN_CALLS, ADMIN_CALLS, PASSWORD_CALLS].flatMap(Object.keys).toSorted())
})

test.each(Object.entries({ ...ADMIN_CALLS, ...PASSWORD_CALLS }))('without a valid token, %s is refused with 401', async (name, status) => {
  const nobody = {
    'without a token': {},
    'with an expired token': { authorization: `Bearer ${tokens.expired}` },
    'with a revoked token': { authorization: `Bearer ${tokens.revoked}` },
    'with the token of a deleted account': { authorization: `Bearer ${tokens.deleted}` },
    'with an invented token': { authorization: `Bearer ${'x'.repeat(43)}` },
    'with the token as a cookie': { cookie: `adminToken=${app.token}` },
  }
  for (const [who, headers] of Object.entries<Record<string, string>>(nobody)) {
    const response = await call(name, headers)
    expect(response.statusCode, who).toBe(401)
    expect(response.headers['www-authenticate'], who).toBe('Bearer')
    expect(response.headers['cache-control'], who).toBe('no-store')
    if (!name.startsWith('HEAD')) expect(response.json(), who).toMatchObject({ code: 'unauthenticated' })
  }
  const { token } = await app.services.admin.sessions.login(app.admin, '127.0.0.1')
  const response = await call(name, { authorization: `Bearer ${token}` })
  expect(response.statusCode, response.body).toBe(status)
  expect(response.headers['cache-control']).toBe('no-store')
})

test.each([
  ['a token', (): object => app.admin, 200],
  ['a refusal', () => ({ ...app.admin, password: 'wrong' }), 401],
  ['a complaint', () => ({}), 400],
])('%s in response to a sign-in is never cached', async (_, credentials, status) => {
  const response = await app.send('POST', '/api/login', credentials(), {})
  expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'no-store'])
})

test.each(Object.entries(OPEN_CALLS))('%s is open to everyone, with or without a valid token', async (name, status) => {
  for (const headers of [{}, { authorization: `Bearer ${tokens.revoked}` }, { authorization: 'nonsense' }] as Record<string, string>[])
    expect((await call(name, headers)).statusCode).toBe(status)
})

describe('access to the API in a session whose password was entered 15 minutes ago', () => {
  const old = () => ({ authorization: `Bearer ${tokens.old}` })

  test.each(Object.keys(PASSWORD_CALLS))('is refused by %s until the password is entered again', async (name) => {
    const response = await call(name, old())
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'password_required' })
  })

  test('a session whose password was entered 15 minutes ago is accepted by every admin call that needs no recent password', async () => {
    const others = Object.entries(ADMIN_CALLS).filter(([name]) => name !== 'POST /api/logout')
    for (const [name, status] of others) expect((await call(name, old())).statusCode, name).toBe(status)
  })

  test('the refusal of a session with an old password is documented for exactly the API calls that need a recent password', async () => {
    type Operation = { description?: string; responses: object }
    const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { description = '', responses }]) =>
        description.includes('password_required') && '403' in responses
          ? [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
          : [],
      ),
    )
    expect(documented.toSorted()).toEqual([...Object.keys(PASSWORD_CALLS), ...CONDITIONAL_PASSWORD_CALLS].toSorted())
  })
})

test('the body of an unauthorized upload is not read', async () => {
  const form = new FormData()
  form.set('coverImage', new Blob([new Uint8Array(1_000_000)]), 'cover.png')
  const response = await app.sendForm('POST', '/api/books', form, { authorization: `Bearer ${tokens.expired}` })
  expect(response.statusCode).toBe(401)
  expect(await storedKeys(app.services)).toEqual([])
})
