import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registeredCalls } from '#tests/support/registered-calls.ts'
import { storedKeys } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Expected status of each admin call for a signed-in administrator who sends no usable input. Every other caller gets 401. */
const ADMIN_CALLS: Record<string, number> = {
  'POST /api/books': 400,
  'PATCH /api/books/:id': 400,
  'DELETE /api/books/:id': 404,
  'POST /api/books/changes': 400,
  'POST /api/books/changes/:id/revert': 404,
  'POST /api/podcasts/changes': 400,
  'POST /api/podcasts/changes/:id/revert': 404,
  'GET /api/admin/books': 200,
  'HEAD /api/admin/books': 200,
  'GET /api/admin/books/:id': 404,
  'HEAD /api/admin/books/:id': 404,
  'GET /api/admin/books/:id/files': 404,
  'HEAD /api/admin/books/:id/files': 404,
  'POST /api/admin/books/:id/former-files/:file/restore': 404,
  'POST /api/admin/books/:id/restore': 404,
  'POST /api/admin/books/:id/preview-link': 404,
  'DELETE /api/admin/books/:id': 404,
  'POST /api/podcasts': 400,
  'PATCH /api/podcasts/:id': 400,
  'DELETE /api/podcasts/:id': 404,
  'GET /api/admin/podcasts': 200,
  'HEAD /api/admin/podcasts': 200,
  'GET /api/admin/podcasts/:id': 404,
  'HEAD /api/admin/podcasts/:id': 404,
  'GET /api/admin/podcasts/:id/files': 404,
  'HEAD /api/admin/podcasts/:id/files': 404,
  'POST /api/admin/podcasts/:id/former-files/:file/restore': 404,
  'POST /api/admin/podcasts/:id/restore': 404,
  'POST /api/admin/podcasts/:id/preview-link': 404,
  'DELETE /api/admin/podcasts/:id': 404,
  'GET /api/podcasts/:id/file-chapters': 404,
  'HEAD /api/podcasts/:id/file-chapters': 404,
  'POST /api/authors': 400,
  'PATCH /api/authors/:id': 400,
  'DELETE /api/authors/:id': 404,
  'GET /api/messages': 200,
  'HEAD /api/messages': 200,
  'PATCH /api/messages/:id': 400,
  'GET /api/messages/state': 200,
  'HEAD /api/messages/state': 200,
  'POST /api/messages/:id/entries': 400,
  'GET /api/saved-answers': 200,
  'HEAD /api/saved-answers': 200,
  'POST /api/saved-answers': 400,
  'PATCH /api/saved-answers/:id': 400,
  'DELETE /api/saved-answers/:id': 404,
  'DELETE /api/messages/:id': 404,
  'GET /api/admins': 200,
  'HEAD /api/admins': 200,
  'GET /api/accounts': 200,
  'HEAD /api/accounts': 200,
  'GET /api/account': 200,
  'HEAD /api/account': 200,
  'GET /api/invitations': 200,
  'HEAD /api/invitations': 200,
  'GET /api/sessions': 200,
  'HEAD /api/sessions': 200,
  'GET /api/totp': 200,
  'HEAD /api/totp': 200,
  'GET /api/overview': 200,
  'HEAD /api/overview': 200,
  'GET /api/audit': 200,
  'HEAD /api/audit': 200,
  'GET /api/audit/people': 200,
  'HEAD /api/audit/people': 200,
  'GET /api/admin/orders': 200,
  'HEAD /api/admin/orders': 200,
  'POST /api/admin/owners': 400,
  'GET /api/admin/orders/:id': 404,
  'HEAD /api/admin/orders/:id': 404,
  'POST /api/admin/orders/:id/attempts/:attempt/check': 404,
  'POST /api/admin/orders/:id/attempts/:attempt/refunded': 400,
  'POST /api/admin/orders/:id/attempts/:attempt/refunded/undo': 400,
  'POST /api/admin/orders/:id/attempts/:attempt/settle': 400,
  'POST /api/admin/orders/grants': 400,
  'POST /api/admin/orders/payments': 400,
  'POST /api/admin/orders/:id/grant/revoke': 400,
  'POST /api/admin/orders/:id/email': 400,
  'POST /api/admin/orders/:id/mail': 404,
  'GET /api/admin/sales': 200,
  'HEAD /api/admin/sales': 200,
  'GET /api/admin/sales/current': 200,
  'HEAD /api/admin/sales/current': 200,
  'GET /api/admin/sales.csv': 200,
  'HEAD /api/admin/sales.csv': 200,
  'GET /api/admin/statistics': 200,
  'HEAD /api/admin/statistics': 200,
  'GET /api/admin/statistics.csv': 200,
  'HEAD /api/admin/statistics.csv': 200,
  'GET /api/admin/statistics/:kind/:id': 400,
  'HEAD /api/admin/statistics/:kind/:id': 400,
  'GET /api/rates': 200,
  'HEAD /api/rates': 200,
  'POST /api/rates': 400,
  'GET /api/rates/standing': 200,
  'HEAD /api/rates/standing': 200,
  'POST /api/rates/import': 400,
  'POST /api/rates/:id/confirm': 404,
  'POST /api/imports': 400,
  'GET /api/exports/books.csv': 200,
  'HEAD /api/exports/books.csv': 200,
  'GET /api/exports/podcasts.csv': 200,
  'HEAD /api/exports/podcasts.csv': 200,
  'OPTIONS /api/uploads': 204,
  'POST /api/uploads': 412,
  // The method is in X-HTTP-Method-Override.
  'POST /api/uploads/:id': 405,
  'HEAD /api/uploads/:id': 412,
  'PATCH /api/uploads/:id': 412,
  'DELETE /api/uploads/:id': 412,
  'GET /api/uploads/:id/recording': 400,
  'HEAD /api/uploads/:id/recording': 400,
  'GET /api/uploads/:id/document': 400,
  'HEAD /api/uploads/:id/document': 400,
  'GET /api/site/sections': 200,
  'HEAD /api/site/sections': 200,
  'GET /api/site/sections/:name': 400,
  'HEAD /api/site/sections/:name': 400,
  'PUT /api/site/sections/:name/draft': 400,
  'DELETE /api/site/sections/:name/draft': 400,
  'POST /api/site/publish': 400,
  'GET /api/site/sections/:name/versions': 400,
  'HEAD /api/site/sections/:name/versions': 400,
  'POST /api/site/sections/:name/restore': 400,
  'POST /api/site/preview-links': 200,
  'POST /api/site/pictures': 400,
  'GET /api/site/export': 200,
  'HEAD /api/site/export': 200,
  'POST /api/site/import': 400,
  'GET /api/setup': 200,
  'HEAD /api/setup': 200,
  'PATCH /api/setup/:step': 400,
  'POST /api/setup/test-mail': 409,
  'GET /api/demonstration': 200,
  'HEAD /api/demonstration': 200,
  'DELETE /api/demonstration': 200,
  'GET /api/file-limits': 200,
  'HEAD /api/file-limits': 200,
  'POST /api/logout': 204,
  'POST /api/password-confirmation': 400,
}

/** Admin calls that change accounts: the password must have been entered within the last 15 minutes. */
const ACCOUNT_CALLS: Record<string, number> = {
  'POST /api/admins': 400,
  'PATCH /api/admins/:id': 400,
  'DELETE /api/admins/:id': 404,
  'POST /api/invitations': 400,
  'DELETE /api/invitations/:id': 404,
  'DELETE /api/sessions': 204,
  'DELETE /api/sessions/:id': 404,
  'POST /api/totp': 400,
  'POST /api/totp/confirm': 400,
  'POST /api/totp/:id/remove': 400,
}
/** Calls for accounts, sessions and two-step sign-in that need no recent password: they only affect the caller's own session. */
const OWN_SESSION_CALLS = ['POST /api/logout', 'POST /api/password-confirmation']

/** Expected status of each public call for a caller without a token. */
const OPEN_CALLS: Record<string, number> = {
  'GET /api/books': 200,
  'HEAD /api/books': 200,
  'GET /api/books/:id': 404,
  'HEAD /api/books/:id': 404,
  'GET /api/sitemap/books': 200,
  'HEAD /api/sitemap/books': 200,
  'GET /api/podcasts': 200,
  'HEAD /api/podcasts': 200,
  'GET /api/podcasts/:id': 404,
  'HEAD /api/podcasts/:id': 404,
  'GET /api/sitemap/podcasts': 200,
  'HEAD /api/sitemap/podcasts': 200,
  'GET /api/podcasts/:id/next': 404,
  'HEAD /api/podcasts/:id/next': 404,
  'GET /api/podcasts/:id/chapters.json': 404,
  'HEAD /api/podcasts/:id/chapters.json': 404,
  'GET /api/podcasts/:id/transcript.json': 404,
  'HEAD /api/podcasts/:id/transcript.json': 404,
  'GET /api/podcasts/:id/transcript.srt': 404,
  'HEAD /api/podcasts/:id/transcript.srt': 404,
  'GET /api/podcasts/:id/transcript.vtt': 404,
  'HEAD /api/podcasts/:id/transcript.vtt': 404,
  'GET /api/authors': 200,
  'HEAD /api/authors': 200,
  'GET /api/authors/:id': 404,
  'HEAD /api/authors/:id': 404,
  'GET /api/sitemap/authors': 200,
  'HEAD /api/sitemap/authors': 200,
  'GET /api/site/texts/:name': 400,
  'HEAD /api/site/texts/:name': 400,
  'GET /api/site/programs/:slug': 404,
  'HEAD /api/site/programs/:slug': 404,
  'POST /api/site/preview': 400,
  'POST /api/site/preview/end': 303,
  'POST /api/statistics/:kind/:id': 400,
  'POST /api/get-client-id': 200,
  'POST /api/get-next-action': 400,
  'GET /api/orders/:id': 400,
  'HEAD /api/orders/:id': 400,
  'GET /api/orders/:id/existence': 404,
  'HEAD /api/orders/:id/existence': 404,
  'POST /api/orders/:id/payments': 400,
  'POST /api/orders/:id/check': 400,
  'POST /api/orders/:id/claim': 400,
  'POST /api/orders/:id/cancel': 400,
  'POST /api/gateways/sandbox/message': 400,
  'GET /api/sandbox-gateway/payments/:reference': 400,
  'HEAD /api/sandbox-gateway/payments/:reference': 400,
  'POST /api/sandbox-gateway/payments/:reference': 400,
  'GET /api/personal-feed': 400,
  'HEAD /api/personal-feed': 400,
  'POST /api/personal-feed': 400,
  'DELETE /api/personal-feed': 400,
  'DELETE /api/personal-feed/elsewhere': 400,
  'GET /api/personal-feed.xml': 400,
  'HEAD /api/personal-feed.xml': 400,
  'GET /api/reading-places/:id': 400,
  'HEAD /api/reading-places/:id': 400,
  'PUT /api/reading-places/:id': 400,
  'GET /api/owned-items': 400,
  'HEAD /api/owned-items': 400,
  'GET /api/owned-items/books/:id': 400,
  'HEAD /api/owned-items/books/:id': 400,
  'GET /api/owned-items/podcasts/:id': 400,
  'HEAD /api/owned-items/podcasts/:id': 400,
  'GET /api/purchases': 400,
  'HEAD /api/purchases': 400,
  'POST /api/purchases': 400,
  'POST /api/purchases/codes': 400,
  'GET /api/contact': 200,
  'HEAD /api/contact': 200,
  // CONTACT_DELIVERY stores no messages by default.
  'POST /api/contact': 404,
  'POST /api/login': 400,
  'GET /api/password-reset': 200,
  'HEAD /api/password-reset': 200,
  'POST /api/invitations/open': 400,
  'POST /api/invitations/accept': 400,
  'POST /api/password-reset': 400,
  'POST /api/password-reset/codes': 400,
  ...Object.fromEntries(['', '/live', '/ready'].flatMap((path) => ['GET', 'HEAD'].map((method) => [`${method} /api/health${path}`, 200]))),
  'GET /api/media/:key': 404,
  'HEAD /api/media/:key': 404,
  'GET /api/media/authors/:key': 404,
  'HEAD /api/media/authors/:key': 404,
  'GET /api/media/:key/pages': 404,
  'HEAD /api/media/:key/pages': 404,
  'GET /api/media/:key/pages/search': 400,
  'HEAD /api/media/:key/pages/search': 400,
  'GET /api/media/:key/pages/:page/text': 400,
  'HEAD /api/media/:key/pages/:page/text': 400,
  'GET /api/media/:key/pages/flow': 404,
  'HEAD /api/media/:key/pages/flow': 404,
  'GET /api/media/:key/pages/flow/:part': 400,
  'HEAD /api/media/:key/pages/flow/:part': 400,
  'GET /api/media/:key/light': 404,
  'HEAD /api/media/:key/light': 404,
  'GET /api/media/:key/podcast.m4a': 404,
  'HEAD /api/media/:key/podcast.m4a': 404,
  'GET /api/media/:key/pages/:page/:width.:format': 400,
  'HEAD /api/media/:key/pages/:page/:width.:format': 400,
  'GET /api/search': 200,
  'HEAD /api/search': 200,
  'GET /api/openapi.json': 200,
  'HEAD /api/openapi.json': 200,
  ...readable({
    '/podcasts/feed.xml': 200,
    '/podcasts/feed/:file': 404,
    '/podcasts/cover.jpg': 200,
    '/feed.xml': 200,
    ...Object.fromEntries(
      ['/opds', '/opds/v2'].flatMap((base) => [
        ...['', '/categories', '/authors', '/books'].map((list) => [base + list, 200]),
        [`${base}/books/:id`, 404],
      ]),
    ),
    '/opds/search.xml': 200,
    '/publishing-packages.pdf': 200,
    '/oembed': 400,
    '/embed/podcasts/:slug': 404,
  }),
  ...Object.fromEntries(
    [
      ...['', '/light', '/podcast.m4a'].map((part) => `/api/media/:key${part}`),
      '/api/media/authors/:key',
      ...['chapters.json', 'transcript.json', 'transcript.srt', 'transcript.vtt'].map((file) => `/api/podcasts/:id/${file}`),
      ...['/feed.xml', '/podcasts/feed.xml', '/podcasts/feed/:file', '/podcasts/cover.jpg', '/opds/search.xml', '/oembed'],
      ...['/opds', '/opds/v2'].flatMap((base) => ['', '/categories', '/authors', '/books', '/books/:id'].map((list) => base + list)),
    ].map((path) => [`OPTIONS ${path}`, 204]),
  ),
}

function readable(paths: Record<string, number>) {
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, status]) => ['GET', 'HEAD'].map((method) => [`${method} ${path}`, status])),
  )
}

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

test('every route is listed in exactly one table: open to everyone, for admins only, or for admins with a recent password', () => {
  expect(registeredCalls(app).toSorted()).toEqual([OPEN_CALLS, ADMIN_CALLS, ACCOUNT_CALLS].flatMap(Object.keys).toSorted())
})

test.each(Object.entries({ ...ADMIN_CALLS, ...ACCOUNT_CALLS }))('without a valid token, %s is refused with 401', async (name, status) => {
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

describe('a session whose password was entered 15 minutes ago', () => {
  const old = () => ({ authorization: `Bearer ${tokens.old}` })

  test.each(Object.keys(ACCOUNT_CALLS))('is refused by %s until the password is entered again', async (name) => {
    const response = await call(name, old())
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'password_required' })
  })

  test('is accepted by every other admin call', async () => {
    const others = Object.entries(ADMIN_CALLS).filter(([name]) => name !== 'POST /api/logout')
    for (const [name, status] of others) expect((await call(name, old())).statusCode, name).toBe(status)
  })

  test('cannot change an account, session or second factor through a call that is missing from the table', () => {
    const changes = registeredCalls(app).filter((name) =>
      /^(?!GET|HEAD|OPTIONS)\S+ \/api\/(?!password-reset|invitations\/(?:open|accept)).*(admins|accounts?|invitations|sessions?|totp|password|logout)/.test(
        name,
      ),
    )
    expect(changes.toSorted()).toEqual([...Object.keys(ACCOUNT_CALLS), ...OWN_SESSION_CALLS].toSorted())
  })

  test('has its refusal documented in the API description of exactly the calls that need the password', async () => {
    type Operation = { description?: string; responses: object }
    const { paths } = (await app.get('/api/openapi.json')).json<{ paths: Record<string, Record<string, Operation>> }>()
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { description = '', responses }]) =>
        description.includes('password_required') && '403' in responses
          ? [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`]
          : [],
      ),
    )
    expect(documented.toSorted()).toEqual(Object.keys(ACCOUNT_CALLS).toSorted())
  })
})

test('the body of an unauthorized upload is not read', async () => {
  const form = new FormData()
  form.set('coverImage', new Blob([new Uint8Array(1_000_000)]), 'cover.png')
  const response = await app.sendForm('POST', '/api/books', form, { authorization: `Bearer ${tokens.expired}` })
  expect(response.statusCode).toBe(401)
  expect(await storedKeys(app.services)).toEqual([])
})
