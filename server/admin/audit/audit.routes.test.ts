import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry, AuditPerson } from '#contracts/admin/audit.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { Message } from '#contracts/site/contact.ts'
import { buildAuthorForm, buildBookForm, buildImage, buildPodcastForm, toForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ CONTACT_DELIVERY: 'inbox' })
})
afterAll(() => app.close())

async function entries(query = ''): Promise<AuditEntry[]> {
  const response = await app.get(`/api/audit?limit=100${query}`, app.bearer)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const told = async (query = '') => (await entries(query)).map(({ noun, verb, subject }) => `${noun} ${verb}: ${subject.name}`)
const sql = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows

/** Returns the entries that an admin request adds to the audit log. */
async function recorded(call: () => Promise<{ statusCode: number; body: string }>) {
  const before = (await entries())[0]?.id ?? ''
  const response = await call()
  expect(response.statusCode, response.body).toBeLessThan(300)
  return (await entries()).filter(({ id }) => id > before)
}

describe('the audit log records administrator, action, time and IP address', () => {
  test.each([
    ['book', '/api/books', buildBookForm, { title: 'Reap', price: '5' }, 'Sow in Season', 'Reap', 'coverImage'],
    ['podcast', '/api/podcasts', buildPodcastForm, { title: 'Begin', price: '5' }, 'Finish the first draft', 'Begin', 'coverImage'],
    ['author', '/api/authors', buildAuthorForm, { name: 'T. Gumbo', twitter: 'https://x.example/t' }, 'Tapiwa Gumbo', 'T. Gumbo', 'photo'],
  ] as const)('for a %s', async (noun, path, buildForm, changes, name, newName, file) => {
    let id = ''
    const [added] = await recorded(async () => {
      const response = await app.sendForm('POST', path, await buildForm())
      id = response.json<{ id: string }>().id
      return response
    })
    const [ada] = await app.services.admin.admins.list()
    expect(added).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      admin: { id: ada?.id, name: 'Ada Admin' },
      address: '127.0.0.1',
      noun,
      verb: 'added',
      subject: { id, name },
      changes: [],
    })
    expect(Math.abs(Date.parse(added?.at ?? '') - Date.now())).toBeLessThan(20_000)

    const [changed, ...more] = await recorded(async () =>
      app.sendForm('PATCH', `${path}/${id}`, toForm({ ...changes, [file]: await buildImage({ seed: 2 }) })),
    )
    expect(more).toEqual([])
    expect(changed).toMatchObject({ noun, verb: 'changed', subject: { id, name: newName } })
    expect(changed?.changes).toContainEqual({ field: noun === 'author' ? 'name' : 'title', from: name, to: newName })
    expect(changed?.changes).toContainEqual(
      noun === 'author' ? { field: 'twitter', from: '', to: 'https://x.example/t' } : { field: 'price', from: '0.00', to: '5.00' },
    )
    expect(changed?.changes).toContainEqual({ field: file })
    expect(changed?.changes).toHaveLength(3)

    expect(await recorded(() => app.sendForm('PATCH', `${path}/${id}`, toForm(changes)))).toEqual([])
    const [deleted] = await recorded(() => app.send('DELETE', `${path}/${id}`))
    expect(deleted).toMatchObject({ noun, verb: 'deleted', subject: { id, name: newName }, changes: [] })
  })

  test('the audit log records account changes without the password, also after the account is deleted', async () => {
    const email = `${randomUUID()}@lectern.example`
    const fields = { firstname: 'Rudo', lastname: 'Dube', email, password: 'first secret' }
    const { id } = (await app.send('POST', '/api/admins', fields)).json<{ id: string }>()
    await app.send('PATCH', `/api/admins/${id}`, { lastname: 'Moyo', password: 'second secret', currentPassword: app.admin.password })
    const login = await app.send('POST', '/api/login', { email, password: 'second secret' }, {})
    await app.send('POST', '/api/logout', undefined, { authorization: `Bearer ${login.json<{ token: string }>().token}` })
    await app.send('DELETE', `/api/admins/${id}`)
    const found = await entries('&q=rudo')
    expect(found.map(({ noun, verb, subject }) => `${noun} ${verb}: ${subject.name}`)).toEqual([
      'account deleted: Rudo Moyo',
      'session left: Rudo Moyo',
      'session started: Rudo Moyo',
      'account changed: Rudo Moyo',
      'account added: Rudo Dube',
    ])
    expect(found[3]?.changes).toEqual([{ field: 'lastname', from: 'Dube', to: 'Moyo' }, { field: 'password' }])
    const everything = JSON.stringify(await sql('select * from audit_entries'))
    for (const secret of ['secret', '$argon2', login.json<{ token: string }>().token]) expect(everything).not.toContain(secret)
    expect((await entries(`&admin=${id}`)).map(({ verb }) => verb)).toEqual(['left', 'started'])
    expect((await app.get('/api/audit/people', app.bearer)).json<AuditPerson[]>()).toContainEqual({ id, name: 'Rudo Moyo' })
  })

  test('the audit log records that a message was answered or deleted, but not that it was read', async () => {
    const form = { name: 'Chipo', email: 'chipo@lectern.example', subject: 'Publishing', message: 'Hello' }
    expect((await app.send('POST', '/api/contact', form, {})).statusCode).toBe(204)
    const [message] = (await app.get('/api/messages', app.bearer)).json<Message[]>()
    const path = `/api/messages/${message?.id}`
    expect(await recorded(() => app.send('PATCH', path, { read: true }))).toEqual([])
    const [answered] = await recorded(() => app.send('PATCH', path, { answered: true }))
    expect(answered).toMatchObject({ noun: 'message', verb: 'changed', subject: { name: 'Publishing from Chipo' } })
    expect(answered?.changes).toEqual([{ field: 'answered', from: 'no', to: 'yes' }])
    expect((await recorded(() => app.send('DELETE', path))).map(({ verb }) => verb)).toEqual(['deleted'])
  })

  test('the audit log records a command on the server, without a name or an IP address', async () => {
    await app.services.admin.admins.add({
      firstname: 'By',
      lastname: 'Command',
      email: `${randomUUID()}@lectern.example`,
      password: 'sixsix',
    })
    const [entry] = await entries('&admin=server')
    expect(entry).toMatchObject({ admin: null, address: null, verb: 'added', subject: { name: 'By Command' } })
  })

  test('the audit log does not record actions that were refused or rolled back', async () => {
    const before = await entries()
    await app.sendForm('POST', '/api/books', await buildBookForm({ price: 'text' }))
    await app.send('DELETE', '/api/books/01890000-0000-7000-8000-000000000000')
    await app.send('POST', '/api/admins', { ...app.admin, firstname: 'Twice' })
    await sql('alter table audit_entries add constraint closed check (false) not valid')
    const books = await app.services.catalogue.books.list({})
    const failed = await app.sendForm('POST', '/api/books', await buildBookForm())
    await sql('alter table audit_entries drop constraint closed')
    expect(failed.statusCode).toBe(500)
    expect(await app.services.catalogue.books.list({})).toEqual(books)
    expect(await entries()).toEqual(before)
  })
})

describe('failed sign-ins', () => {
  const fail = (email: string, remoteAddress: string) =>
    app.app.inject({ method: 'POST', url: '/api/login', remoteAddress, payload: { email, password: 'wrong secret' } })

  test('failed sign-ins are recorded with the entered email, up to ten an hour from one IP address', async () => {
    for (let count = 0; count < 10; count++) await fail(`guess${count}@lectern.example`, '10.9.9.9')
    await sql(`update tries set at = at - interval '2 minutes'`)
    for (let count = 10; count < 14; count++) await fail(`guess${count}@lectern.example`, '10.9.9.9')
    const found = await entries('&q=10.9.9.9')
    expect(found.map(({ verb }) => verb)).toEqual(['unrecorded', ...Array.from({ length: 10 }, () => 'refused')])
    expect(found.at(-1)).toMatchObject({ admin: null, address: '10.9.9.9', subject: { id: null, name: 'guess0@lectern.example' } })
    expect(JSON.stringify(found)).not.toContain('wrong secret')
  })

  test('failed sign-ins are recorded up to a total limit, regardless of the number of networks', async () => {
    const { recordRefusal } = app.services.admin.audit
    for (let count = 0; count < 130; count++)
      await recordRefusal({ noun: 'session', verb: 'refused', subject: { name: 'x@y.example' }, by: { address: `10.8.${count}.1` } })
    const [{ count } = { count: 0 }] = await sql(`select count(*)::int as count from audit_entries where verb in ('refused', 'unrecorded')`)
    expect(count).toBe(101)
    expect((await entries('&noun=session')).find(({ verb }) => verb !== 'started')).toMatchObject({ verb: 'unrecorded' })
  })
})

describe('the audit log', () => {
  test('audit entries can’t be changed or deleted, even in SQL', async () => {
    const before = await entries()
    for (const statement of ['update audit_entries set admin_name = null', 'delete from audit_entries', 'truncate audit_entries'])
      await expect(sql(statement)).rejects.toThrow('audit_entries is kept for good')
    expect(await entries()).toEqual(before)
  })

  test('the audit log is paged, newest first, without losing or repeating an entry', async () => {
    const seen: string[] = []
    let address: string | undefined = '/api/audit?limit=7'
    while (address) {
      const page = await app.get(address, app.bearer)
      seen.push(...page.json<AuditEntry[]>().map(({ id }) => id))
      address = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    const [{ count } = { count: 0 }] = await sql('select count(*)::int as count from audit_entries')
    expect(seen).toHaveLength(count)
    expect(seen).toEqual([...new Set(seen)].sort().reverse())
  })

  test('the audit log is filtered by kind, person and text', async () => {
    expect(new Set((await told('&noun=author')).map((line) => line.split(' ')[0]))).toEqual(new Set(['author']))
    const [ada] = await app.services.admin.admins.list()
    for (const { admin } of await entries(`&admin=${ada?.id}`)) expect(admin).toEqual({ id: ada?.id, name: 'Ada Admin' })
    expect(await told('&noun=book&q=reap')).toContain('book deleted: Reap')
    const refused = await app.get('/api/audit?noun=everything', app.bearer)
    expect(refused.statusCode).toBe(400)
    expect(refused.json<Problem>().errors?.[0]?.field).toBe('noun')
  })
})
