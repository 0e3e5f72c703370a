import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { Message } from '#contracts/site/contact.ts'
import type { ProblemError } from '#server/platform/problems.ts'
import { site } from '#site/site.ts'
import { openSmtpServer } from '#tests/support/smtp-server.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createContactStore } from './contact.store.ts'
import { createInboxLimits } from './inbox-limits.ts'
import { openContact } from './open-contact.ts'

const LETTER = {
  name: 'Rudo Moyo',
  email: 'rudo@example.com',
  subject: 'Book Purchase',
  message: 'Is The Lamp and the Letter to be had on paper?',
}

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ CONTACT_DELIVERY: 'inbox' })
})
afterAll(() => app.close())
beforeEach(() => app.services.database.pool.query('delete from contact_messages'))

let addresses = 0
/** Sends a contact message from a separate IP address, because messages are limited by network. */
function write(payload: object = LETTER, remoteAddress = `10.1.0.${addresses++ % 250}`, headers = {}) {
  return app.app.inject({ method: 'POST', url: '/api/contact', payload, remoteAddress, headers })
}

const inbox = async (query = '') => app.get(`/api/messages${query}`, app.bearer)
const messages = async (query = '') => (await inbox(query)).json<Message[]>()

describe('by default', () => {
  let quiet: TestApp
  beforeAll(async () => {
    quiet = await openTestApp()
  })
  afterAll(() => quiet.close())

  test('the contact form is in simulation mode by default, and the API accepts no messages', async () => {
    expect((await quiet.get('/api/contact')).json()).toEqual({ delivery: 'simulate', addressLogDays: 0 })
    for (const payload of [LETTER, {}]) {
      const response = await quiet.send('POST', '/api/contact', payload, {})
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ code: 'not_found' })
    }
    expect((await quiet.get('/api/messages', quiet.bearer)).json()).toEqual([])
  })
})

describe('with an inbox', () => {
  test('the API reports that the contact form delivers messages', async () => {
    expect((await app.get('/api/contact')).json()).toEqual({ delivery: 'inbox', addressLogDays: 0 })
  })

  test('a new contact message is unread and unanswered', async () => {
    const response = await write({ ...LETTER, name: '  Rudo\r\n Moyo ', message: ' Two\r\nlines ' })
    expect(response.statusCode, response.body).toBe(204)
    const [message] = await messages()
    expect(message).toEqual({
      ...LETTER,
      message: 'Two\nlines',
      id: expect.any(String),
      doubtful: false,
      read: false,
      answered: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      entries: [],
    })
  })

  test('contact messages are paged, newest first, and searchable', async () => {
    for (const name of ['First Sender', 'Second Sender', 'Third Sender']) await write({ ...LETTER, name })
    const first = await inbox('?limit=2')
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.json<Message[]>().map((message) => message.name)).toEqual(['Third Sender', 'Second Sender'])
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? []
    expect((await app.get(next, app.bearer)).json<Message[]>().map((message) => message.name)).toEqual(['First Sender'])
    expect((await messages('?q=second')).map((message) => message.name)).toEqual(['Second Sender'])
  })

  test.each([
    ['nothing', {}, ['name', 'email', 'subject', 'message']],
    ['only spaces', { name: ' ', email: ' ', subject: ' ', message: '\n' }, ['name', 'email', 'subject', 'message']],
    ['a subject of its own', { ...LETTER, subject: 'Hello' }, ['subject']],
    ['an email without a domain', { ...LETTER, email: 'rudo@' }, ['email']],
    ['two emails', { ...LETTER, email: 'a@example.com, b@example.com' }, ['email']],
    ['an email with a line break', { ...LETTER, email: 'a@example.com\nbcc: b@example.com' }, ['email']],
    ['a NUL', { ...LETTER, message: 'a\0b' }, ['message']],
    ['a name that never ends', { ...LETTER, name: 'x'.repeat(201) }, ['name']],
    ['a book', { ...LETTER, message: 'x'.repeat(5001) }, ['message']],
    ['numbers', { name: 1, email: 2, subject: 3, message: 4 }, ['name', 'email', 'subject', 'message']],
  ])('a contact message with %s is refused with an error on each invalid field', async (_name, payload, fields) => {
    const response = await write(payload)
    expect(response.statusCode).toBe(400)
    expect([...new Set(response.json<Problem>().errors?.map((error) => error.field))]).toEqual(fields)
    expect(await messages()).toEqual([])
  })

  const MINUTE = 60
  const DAY = 24 * 3600
  /** Moves all counted messages into the past. */
  const wait = (seconds: number) =>
    app.services.database.pool.query(`update tries set at = at - make_interval(secs => $1) where key like '%message%'`, [seconds])
  const cookieOf = () => ({ cookie: `clientID=${app.services.shop.access.newClientId()}` })

  test('the sixth person behind one address is heard within a minute, and the fifty-first in a day', async () => {
    for (let count = 0; count < 6; count++) expect((await write(LETTER, '196.4.1.1')).statusCode).toBe(204)
    for (let count = 6; count < 51; count++) {
      if (count % 5 === 0) await wait(MINUTE)
      expect((await write(LETTER, '196.4.1.1')).statusCode).toBe(204)
    }
  })

  test('a known browser sends five messages a minute and fifty a day, and other browsers behind its address are not affected', async () => {
    const busy = cookieOf()
    for (let count = 0; count < 5; count++) expect((await write(LETTER, '10.9.9.9', busy)).statusCode).toBe(204)
    const refused = await write(LETTER, '10.9.9.9', busy)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
    for (const headers of [cookieOf(), {}]) expect((await write(LETTER, '10.9.9.9', headers)).statusCode).toBe(204)
  })

  test('a sender who discards cookies, or invents them, is limited by network, and known browsers on the network are heard', async () => {
    const invented = () => ({ cookie: `clientID=${randomBytes(24).toString('base64url')}` })
    for (let count = 0; count < 30; count++)
      expect((await write(LETTER, `2001:db8:77:${count}::1`, count % 2 ? invented() : {})).statusCode).toBe(204)
    for (const headers of [{}, invented()]) expect((await write(LETTER, '2001:db8:77:99::1', headers)).statusCode).toBe(429)
    expect((await write(LETTER, '2001:db8:77:1::1', cookieOf())).statusCode).toBe(204)
    expect((await write(LETTER, '2001:db8:78:1::1')).statusCode).toBe(204)
  })

  test('when the messages of a day are used up, every network is still heard a few times, and every known browser', async () => {
    const { database, rateLimits } = app.services
    const limits = createInboxLimits({ store: createContactStore(database.orm), rateLimits, now: () => new Date(), inADay: 2 })
    for (let count = 0; count < 2; count++) await write(LETTER, '10.7.7.1')
    const [attacker, carrier] = ['2001:db8:9:9::1', '196.4.2.2']
    const send = (ip: string, browser?: string) =>
      limits.admit({ ip, browser }).then(
        () => true,
        () => false,
      )
    const sent = async (times: number, ip: string, browser?: string) => {
      let heard = 0
      for (let count = 0; count < times; count++) if (await send(ip, browser)) heard += 1
      return heard
    }
    expect(await sent(10, attacker)).toBe(5)
    expect(await sent(1, '2001:db8:9:a::1')).toBe(0)
    expect(await sent(10, carrier)).toBe(5)
    for (let person = 0; person < 5; person++) expect(await sent(3, carrier, randomUUID())).toBe(2)
    const refused = await limits.admit({ ip: carrier, browser: undefined }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 429, detail: 'Your message was not sent. Send an email or call instead.' })
    expect(Number((refused as ProblemError).headers['retry-after'])).toBeGreaterThan(86_000)
    await wait(DAY)
    expect(await sent(1, attacker)).toBe(1)
  })

  test('a full inbox takes the reserved messages only, and none beyond twice its size', async () => {
    const { database, rateLimits } = app.services
    const limits = { store: createContactStore(database.orm), rateLimits, now: () => new Date() }
    for (let count = 0; count < 2; count++) await write(LETTER, '10.7.8.1')
    const full = createInboxLimits({ ...limits, inAll: 2 })
    const sender = { ip: '10.7.8.2', browser: undefined }
    for (let count = 0; count < 5; count++) await full.admit(sender)
    await expect(full.admit(sender)).rejects.toMatchObject({ status: 503, message: 'The inbox is full' })
    await expect(createInboxLimits({ ...limits, inAll: 1 }).admit({ ip: '10.7.8.3', browser: undefined })).rejects.toMatchObject({
      status: 503,
    })
    expect(await full.fill()).toEqual({ messages: { count: 2, max: 2 }, messagesToday: { count: 2, max: 500 } })
  })

  test('a message whose hidden field is filled in, as by the autofill of a browser, is stored and marked as doubtful', async () => {
    for (const website of ['https://rudo.example', ' ', 'Rudo Moyo Ltd']) expect((await write({ ...LETTER, website })).statusCode).toBe(204)
    for (const website of ['', undefined]) expect((await write({ ...LETTER, website })).statusCode).toBe(204)
    expect((await messages()).map(({ doubtful }) => doubtful)).toEqual([false, false, true, true, true])
  })
})

describe('administration of contact messages', () => {
  test('an administrator can mark a message as read and as answered, separately', async () => {
    await write()
    const [{ id } = { id: '' }] = await messages()
    expect((await app.send('PATCH', `/api/messages/${id}`, { read: true })).json()).toMatchObject({ read: true, answered: false })
    expect((await app.send('PATCH', `/api/messages/${id}`, { answered: true })).json()).toMatchObject({ read: true, answered: true })
    expect((await app.send('PATCH', `/api/messages/${id}`, { read: false })).json()).toMatchObject({ read: false, answered: true })
    expect((await messages())[0]).toMatchObject({ ...LETTER, read: false, answered: true })
  })

  test.each([{}, { read: 'yes' }, { answered: null }, []])('an administrator can’t change a message to %o', async (changes) => {
    await write()
    const [message] = await messages()
    expect((await app.send('PATCH', `/api/messages/${message?.id}`, changes)).statusCode).toBe(400)
    expect((await messages())[0]).toEqual(message)
  })

  test('an administrator can delete a message, and deleting it again returns 404', async () => {
    await write()
    const [{ id } = { id: '' }] = await messages()
    expect((await app.send('DELETE', `/api/messages/${id}`)).statusCode).toBe(204)
    expect((await app.send('DELETE', `/api/messages/${id}`)).statusCode).toBe(404)
    expect((await app.send('PATCH', `/api/messages/${id}`, { read: true })).statusCode).toBe(404)
    expect(await messages()).toEqual([])
  })
})

describe('answers and notes of contact messages', () => {
  test('a note is stored with its author and not sent by email, and an answer is refused without a mail server', async () => {
    await write()
    const [{ id } = { id: '' }] = await messages()
    const noted = await app.send('POST', `/api/messages/${id}/entries`, { kind: 'note', text: ' Asked\r\nthe printer ' })
    expect(noted.statusCode, noted.body).toBe(201)
    const note = { kind: 'note', text: 'Asked\nthe printer', by: 'Ada Admin', sentAt: null }
    expect(noted.json()).toMatchObject({ id, answered: false, entries: [note] })
    expect((await messages())[0]?.entries).toMatchObject([note])
    expect((await app.send('POST', `/api/messages/${id}/entries`, { kind: 'answer', text: 'Yes' })).statusCode).toBe(409)
    expect((await app.send('POST', '/api/messages/nobody/entries', { kind: 'note', text: 'Yes' })).statusCode).toBe(404)
    for (const wrong of [
      {},
      { kind: 'note' },
      { kind: 'note', text: ' ' },
      { kind: 'mail', text: 'x' },
      { kind: 'note', text: 'x'.repeat(5001) },
    ])
      expect((await app.send('POST', `/api/messages/${id}/entries`, wrong)).statusCode).toBe(400)
    expect((await messages())[0]?.entries).toHaveLength(1)
  })

  test('a contact message can have up to fifty answers and notes', async () => {
    await write()
    const [{ id } = { id: '' }] = await messages()
    await app.services.database.pool.query(
      `insert into message_entries (message_id, kind, text, admin_name, sent_at) select $1, 'note', 'x', 'Ada', now() from generate_series(1, 50)`,
      [id],
    )
    expect((await app.send('POST', `/api/messages/${id}/entries`, { kind: 'note', text: 'One more' })).statusCode).toBe(409)
    expect((await app.send('DELETE', `/api/messages/${id}`)).statusCode).toBe(204)
    expect((await app.services.database.pool.query('select 1 from message_entries where message_id = $1', [id])).rows).toEqual([])
  })

  test('the API returns the number of unread messages', async () => {
    await write()
    await write()
    const [{ id } = { id: '' }] = await messages()
    await app.send('PATCH', `/api/messages/${id}`, { read: true })
    expect((await app.get('/api/messages/state', app.bearer)).json()).toEqual({ unread: 1, sendsMail: false })
  })

  test('saved answers can be added, changed and deleted, are limited to fifty, and their changes are recorded in the audit log', async () => {
    const answer = { title: 'Opening hours', text: 'We are open\nfrom eight to five.' }
    const created = await app.send('POST', '/api/saved-answers', answer)
    expect(created.statusCode, created.body).toBe(201)
    const { id } = created.json<{ id: string }>()
    expect((await app.send('PATCH', `/api/saved-answers/${id}`, { title: 'Hours' })).json()).toEqual({ id, ...answer, title: 'Hours' })
    expect((await app.get('/api/saved-answers', app.bearer)).json()).toEqual([{ id, ...answer, title: 'Hours' }])
    for (const wrong of [{}, { title: '', text: 'x' }, { title: 'x'.repeat(101), text: 'x' }])
      expect((await app.send('POST', '/api/saved-answers', wrong)).statusCode).toBe(400)
    expect((await app.send('DELETE', `/api/saved-answers/${id}`)).statusCode).toBe(204)
    expect((await app.send('DELETE', `/api/saved-answers/${id}`)).statusCode).toBe(404)
    expect((await app.send('PATCH', `/api/saved-answers/${id}`, { title: 'x' })).statusCode).toBe(404)
    const entries = (await app.get('/api/audit?noun=answer', app.bearer)).json<{ verb: string }[]>()
    expect(entries.map(({ verb }) => verb)).toEqual(['deleted', 'changed', 'added'])

    await app.services.database.pool.query(
      `insert into saved_answers (id, title, text) select n::text, 'x', 'x' from generate_series(1, 49) n`,
    )
    const both = await Promise.all([1, 2].map(() => app.send('POST', '/api/saved-answers', answer)))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    await app.services.database.pool.query('delete from saved_answers')
  })
})

describe('contact messages with a mail server', () => {
  test('each contact message is sent to the site by email with the sender as reply address', async () => {
    const server = await openSmtpServer()
    const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <shop@lectern.example>' }
    const mailing = await openTestApp({ ...settings, CONTACT_DELIVERY: 'inbox', LOG_LEVEL: 'error' })
    const send = (name: string) => mailing.send('POST', '/api/contact', { ...LETTER, name }, {})
    expect((await send('Rudo Moyo')).statusCode).toBe(204)
    const workers = mailing.services.features.flatMap(({ workers = [] }) => workers)
    await workers.find(({ name }) => name === 'message-mail')?.run(new AbortController().signal)
    expect(server.mails).toMatchObject([{ from: 'shop@lectern.example', to: [site.contact.email] }])
    expect(server.mails[0]?.content).toMatch(/^Reply-To: Rudo Moyo <rudo@example\.com>\r$/m)
    expect(server.mails[0]?.content).toMatch(/^Subject: Book Purchase: a message from Rudo Moyo\r$/m)
    expect(server.mails[0]?.content).toContain(LETTER.message)

    await mailing.close()
    await server.close()
  })

  test('the email about a message is retried after the mail server defers it, and a failure is reported without the text', async () => {
    const server = await openSmtpServer()
    const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <shop@lectern.example>' }
    server.refusals.DATA = `451 later ${LETTER.message}`
    const mailing = await openTestApp({ ...settings, CONTACT_DELIVERY: 'inbox' })
    expect((await mailing.send('POST', '/api/contact', { ...LETTER, website: 'https://rudo.example' }, {})).statusCode).toBe(204)
    const run = (from: Pick<ReturnType<typeof openContact>, 'workers'>) =>
      from.workers.find(({ name }) => name === 'message-mail')?.run(new AbortController().signal)
    const open = () =>
      openContact({
        ...mailing.services,
        delivery: 'inbox',
        addressLogDays: 0,
        noticesTo: () => 'desk@lectern.example',
        browserOf: () => undefined,
      })
    const error = await run(open())?.catch((error: Error) => error)
    expect((error as Error).message).toContain('Notices of messages that could not be sent: 1')
    expect((error as Error).message).not.toContain(LETTER.message)
    expect(await open().listLostMail(10)).toEqual([])
    await mailing.services.database.pool.query(`update message_notices set issued_at = now() - interval '25 hours'`)
    expect(await open().listLostMail(10)).toMatchObject([{ about: 'message' }])
    delete server.refusals.DATA
    await run(open())
    await run(open())
    expect(server.mails).toHaveLength(1)
    expect(server.mails[0]?.content).toMatch(/^Subject: Perhaps spam: Book Purchase: a message from Rudo Moyo\r$/m)
    expect(await open().listLostMail(10)).toEqual([])
    await mailing.close()
    await server.close()
  })

  test('an answer is sent by the outbox without the header of automatic email, and is retried after a failure', async () => {
    const server = await openSmtpServer()
    const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <shop@lectern.example>' }
    const mailing = await openTestApp({ ...settings, CONTACT_DELIVERY: 'inbox' })
    const find = async () => (await mailing.get('/api/messages', mailing.bearer)).json<Message[]>()[0]
    await mailing.send('POST', '/api/contact', LETTER, {})
    const id = (await find())?.id
    const text = 'It is.\nTwenty dollars.'
    expect((await mailing.send('POST', `/api/messages/${id}/entries`, { kind: 'answer', text })).statusCode).toBe(201)
    await mailing.send('POST', `/api/messages/${id}/entries`, { kind: 'note', text: 'A secret note' })
    expect(await find()).toMatchObject({ read: true, answered: true, entries: [{ kind: 'answer', by: 'Ada Admin', sentAt: null }, {}] })

    const sendDue = mailing.services.features.flatMap(({ workers = [] }) => workers).find(({ name }) => name === 'answer-mail')
    server.refusals.DATA = '451 later'
    await expect(sendDue?.run(new AbortController().signal)).rejects.toThrow('Answers that could not be sent: 1')
    server.refusals.DATA = ''
    const later = openContact({
      ...mailing.services,
      delivery: 'inbox',
      addressLogDays: 0,
      noticesTo: () => 'desk@lectern.example',
      browserOf: () => undefined,
    })
    await later.workers[0]?.run(new AbortController().signal)
    await later.workers[0]?.run(new AbortController().signal)
    const answers = server.mails.filter(({ to }) => to.includes(LETTER.email))
    expect(answers).toHaveLength(1)
    const content = answers[0]?.content ?? ''
    expect(content).toMatch(/^Subject: Re: Book Purchase\r$/m)
    expect(content).toMatch(/^Reply-To: .*<desk@lectern\.example>\r$/m)
    expect(content).toMatch(/It is\.\r\nTwenty dollars\.\r\n\r\nAda Admin/)
    expect(content).toContain(`> ${LETTER.message}`)
    expect(content).not.toMatch(/Auto-Submitted|secret note/)
    expect((await find())?.entries[0]?.sentAt).toMatch(/Z$/)
    await mailing.close()
    await server.close()
  })

  test('a contact message causes no email if no mail server is configured', async () => {
    await write()
    expect((await app.services.database.pool.query('select * from message_notices')).rows).toEqual([])
  })
})
