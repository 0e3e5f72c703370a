import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { type MailMessage, parseMailbox, RecipientRefusedError } from './mail.ts'
import { openMail } from './open-mail.ts'
import { openSmtpMail } from './smtp-mail.ts'

const FROM = { name: 'Lectern', address: 'hello@lectern.example' }
const PASSWORD = 'p@ss:w/rd%&'
const LETTER: MailMessage = { to: 'rudo@example.com', subject: 'Your receipt', text: 'Thank you.', html: '<p>Thank you.</p>' }

let server: SmtpServer
let folder: string
beforeAll(async () => {
  server = await openSmtpServer({ password: PASSWORD })
  folder = join(await makeTempFolder(), 'mail')
})
afterAll(async () => {
  await server.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})
beforeEach(async () => {
  server.mails.length = 0
  for (const name of Object.keys(server.refusals)) delete server.refusals[name]
  await rm(folder, { recursive: true, force: true })
})

const smtpUrl = ({ password = PASSWORD, host = '127.0.0.1' } = {}) =>
  `smtp://shop%40lectern.example:${encodeURIComponent(password)}@${host}:${server.port}`

const ways = [
  {
    kind: 'smtp',
    open: () => openMail({ smtpUrl: smtpUrl(), from: () => FROM, folder }),
    messages: async () => server.mails.map(({ content }) => content),
  },
  {
    kind: 'files',
    open: () => openMail({ from: () => FROM, folder }),
    messages: async () => {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
  },
]

function headersOf(content = '') {
  const [head = ''] = content.split('\r\n\r\n', 1)
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
}

const header = (content: string | undefined, name: string) =>
  headersOf(content)
    .filter((line) => line.toLowerCase().startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2))

describe.each(ways)('mail by $kind', ({ kind, open, messages }) => {
  test('the mail service reports its kind, and that it is available', async () => {
    expect(open().kind).toBe(kind)
    await expect(open().check()).resolves.toBeUndefined()
  })

  test('the mail service sends nothing in a dry run', async () => {
    await open().rehearse(LETTER)
    expect(await messages()).toEqual([])
  })

  test('the mail service sends a complete message in text and HTML', async () => {
    await open().send({
      ...LETTER,
      subject: 'Mazvita – thank you',
      text: `${'long '.repeat(60)}\n.\nend`,
      html: '<p>Mazvita – thank you</p>',
    })
    const [message, ...others] = await messages()
    expect(others).toEqual([])
    expect(header(message, 'from')).toEqual(['Lectern <hello@lectern.example>'])
    expect(header(message, 'to')).toEqual(['rudo@example.com'])
    expect(header(message, 'subject')).toEqual([expect.stringMatching(/^=\?UTF-8\?/)])
    expect(header(message, 'auto-submitted')).toEqual(['auto-generated'])
    expect(header(message, 'date')).toHaveLength(1)
    expect(header(message, 'content-type')).toEqual([expect.stringMatching(/^multipart\/alternative;/)])
    expect(message).toMatch(/content-type: text\/plain/i)
    expect(message).toMatch(/content-type: text\/html/i)
    expect(message?.trimEnd()).toMatch(/--$/)
  })

  test('the mail service sets the given message id and reply address', async () => {
    await open().send({
      ...LETTER,
      messageId: '<receipt-7@lectern.example>',
      replyTo: { name: 'Tariro "T" Moyo', address: 't@example.com' },
    })
    const [message] = await messages()
    expect(header(message, 'message-id')).toEqual(['<receipt-7@lectern.example>'])
    expect(header(message, 'reply-to')).toEqual(['"Tariro \\"T\\" Moyo" <t@example.com>'])
  })

  test.each(['\r\n', '\n', '\r', '\0', '\u2028', '\u0085'])('the mail service is safe against header injection with %j', async (ending) => {
    const more = `x${ending}Bcc: evil@example.com${ending}${ending}body`
    await open().send({ ...LETTER, subject: more, replyTo: { name: more, address: 't@example.com' } })
    const [message] = await messages()
    expect(header(message, 'bcc')).toEqual([])
    expect(header(message, 'subject')).toEqual(['x Bcc: evil@example.com body'])
    if (kind === 'smtp') expect(server.mails[0]?.to).toEqual([LETTER.to])
  })

  test.each([
    ['two recipients', { to: 'a@example.com, b@example.com' }],
    ['a recipient with a line break', { to: 'a@example.com\r\nBcc: b@example.com' }],
    ['a recipient with a name', { to: 'A <a@example.com>' }],
    ['no recipient', { to: '' }],
    ['two reply addresses', { replyTo: { name: '', address: 'a@example.com, b@example.com' } }],
    ['an id with a line break', { messageId: '<a@b>\r\nBcc: <b@example.com>' }],
    ['an id that leads elsewhere', { messageId: '<../../a@b>' }],
  ] satisfies [string, Partial<MailMessage>][])(
    'a message with %s is refused, and the error doesn’t repeat the value',
    async (_name, part) => {
      const error = await open()
        .send({ ...LETTER, ...part })
        .catch((error: Error) => error)
      expect(error).toBeInstanceOf(Error)
      expect((error as Error).message).not.toContain('@')
      expect(await messages()).toEqual([])
    },
  )

  test('the mail service never takes a text of the message for a file name or a URL to fetch', async () => {
    const path = { path: '/etc/hostname' } as unknown as string
    await expect(open().send({ ...LETTER, text: path })).rejects.toThrow()
    expect(await messages()).toEqual([])
  })
})

describe('over SMTP', () => {
  test('the user name and password of SMTP_URL are used', async () => {
    await openMail({ smtpUrl: smtpUrl(), from: () => FROM, folder }).send(LETTER)
    expect(server.mails).toMatchObject([{ user: 'shop@lectern.example', from: FROM.address, to: [LETTER.to] }])
  })

  const everythingIn = (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error as Error)) + (error as Error).cause

  test('a mail server error names the server and the reason, and contains neither the password nor the recipient’s address', async () => {
    const mail = openMail({ smtpUrl: smtpUrl({ password: 'not-the-one' }), from: () => FROM, folder })
    for (const work of [mail.send(LETTER), mail.check()]) {
      const error = await work.catch((error: Error) => error)
      expect(error).toMatchObject({ message: `The mail server 127.0.0.1:${server.port} refused the user name or password (EAUTH 535)` })
      expect(everythingIn(error)).not.toMatch(/not-the-one|rudo/)
    }
    server.refusals.RCPT = `550 no ${LETTER.to} here`
    const refused = await openMail({ smtpUrl: smtpUrl(), from: () => FROM, folder })
      .send(LETTER)
      .catch((error: Error) => error)
    expect(refused).toMatchObject({ message: expect.stringContaining('refused the recipient (EENVELOPE 550)') })
    expect(everythingIn(refused)).not.toMatch(/rudo/)
  })

  test.each([
    ['RCPT', '550 5.1.1 no such mailbox', true],
    ['RCPT', '553 invalid mailbox', true],
    ['RCPT', '451 4.7.1 greylisted, try again later', false],
    ['RCPT', '554 5.7.1 your address is on a block list', false],
    ['MAIL', '550 this sender may not send', false],
    ['DATA', '554 looks like spam', false],
  ])('the response “%s %s” of the mail server refuses the recipient for good: %s', async (command, response, isFinal) => {
    server.refusals[command] = response
    const error = await openMail({ smtpUrl: smtpUrl(), from: () => FROM, folder })
      .send(LETTER)
      .catch((error: Error) => error)
    expect(error instanceof RecipientRefusedError).toBe(isFinal)
    expect(server.mails).toEqual([])
  })

  test('a mail password is only sent to the local machine or over TLS', async () => {
    const mail = openMail({ smtpUrl: smtpUrl({ host: '0.0.0.0' }), from: () => FROM, folder })
    await expect(mail.send(LETTER)).rejects.toThrow('offers no secure connection')
    expect(server.mails).toEqual([])
  })

  test('an unreachable or silent mail server causes an error', async () => {
    const gone = await openSmtpServer()
    const mute = await openSmtpServer()
    mute.fallSilent()
    await gone.close()
    await expect(openMail({ smtpUrl: `smtp://127.0.0.1:${gone.port}`, from: () => FROM, folder }).send(LETTER)).rejects.toThrow(
      'can’t be reached (ESOCKET ECONNREFUSED)',
    )
    await expect(openSmtpMail({ smtpUrl: `smtp://127.0.0.1:${mute.port}`, from: () => FROM, responseMs: 200 }).check()).rejects.toThrow(
      'did not respond in time',
    )
    await mute.close()
  })
})

describe('as files', () => {
  test('a message with an id is stored in one file, readable only by its owner, however often it is sent', async () => {
    const mail = openMail({ from: () => FROM, folder })
    await Promise.all([1, 2, 3].map(() => mail.send({ ...LETTER, messageId: '<receipt-7@lectern.example>' })))
    expect(await readdir(folder)).toEqual(['receipt-7@lectern.example.eml'])
    expect((await stat(join(folder, 'receipt-7@lectern.example.eml'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('a message without an id is always stored in a new file', async () => {
    const mail = openMail({ from: () => FROM, folder })
    await Promise.all([mail.send(LETTER), mail.send(LETTER)])
    expect(await readdir(folder)).toHaveLength(2)
  })

  test('a message id may have any length', async () => {
    await openMail({ from: () => FROM, folder }).send({ ...LETTER, messageId: `<${'x'.repeat(500)}@b>` })
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.eml$/)])
  })

  test('an unwritable mail folder causes an error, and no file is left', async () => {
    await writeFile(folder, 'a file in the folder’s place')
    const mail = openMail({ from: () => FROM, folder })
    await expect(mail.check()).rejects.toThrow()
    await expect(mail.send(LETTER)).rejects.toThrow()
  })
})

test.each([
  ['hello@lectern.example', { name: '', address: 'hello@lectern.example' }],
  ['Lectern <hello@lectern.example>', { name: 'Lectern', address: 'hello@lectern.example' }],
  ['"Lectern, the shop" <hello@lectern.example>', { name: 'Lectern, the shop', address: 'hello@lectern.example' }],
  ['<hello@lectern.example>', { name: '', address: 'hello@lectern.example' }],
  ['Lectern', undefined],
  ['a@b.example, c@d.example', undefined],
  ['Lectern <hello>', undefined],
  ['', undefined],
])('the mailbox %j is parsed', (text, mailbox) => {
  expect(parseMailbox(text)).toEqual(mailbox)
})
