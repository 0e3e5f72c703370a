import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import { defaultContent } from '#site/default-content.ts'
import { publishSections } from '#tests/support/site-sections.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/* After the owner has changed brand, contact and mail, nothing that leaves the site names the brand of a new installation. */

const { brand, contact, mail } = defaultContent
const NAME = 'Mwenje House'
/** Texts that identify a new installation. Its programs, founder and policies are sections of their own. */
const TRACES = new RegExp(
  [brand.name, contact.email, ...[contact.phone, contact.whatsapp].map((phone) => phone.slice(-8)), contact.chatLink, '263775550142']
    .map((text) => RegExp.escape(text))
    .join('|'),
)
const BUYER = 'rudo@example.com'

let server: SmtpServer
let app: TestApp
let episodeSlug: string
beforeAll(async () => {
  server = await openSmtpServer()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Robot <robot@mwenje.example>', CONTACT_DELIVERY: 'inbox' }
  app = await openTestApp(settings)
  await publishSections(app, {
    brand: { ...brand, name: NAME, vision: 'Own vision', mission: 'Own mission.', blurb: 'Own blurb.' },
    contact: {
      ...contact,
      phone: '+263 71 000 0001',
      whatsapp: '+263 71 000 0001',
      email: 'desk@mwenje.example',
      chatLink: 'https://wa.me/263710000001',
    },
    mail: { ...mail, sender: 'Mwenje Desk', footer: 'Own footer', signature: 'Own signature' },
  })
  await storeBook(app.services, { title: 'Sow in Season', price: 4 })
  episodeSlug = (await storePodcast(app.services)).slug
})
afterAll(async () => {
  await app?.close()
  await server?.close()
})

const decode = (content: string) => {
  const bytes = content
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
const execute = (text: string, values: unknown[] = []) => app.services.database.pool.query(text, values)

/** Runs every worker that sends emails from an outbox. */
async function sendDue() {
  const workers = app.services.features.flatMap((feature) => feature.workers ?? []).filter(({ name }) => name.endsWith('-mail'))
  expect(workers.map(({ name }) => name).toSorted()).toEqual(['account-mail', 'answer-mail', 'message-mail', 'notice-mail', 'receipt-mail'])
  for (const { run } of workers) await run(new AbortController().signal)
}

test('no email names the brand, the phone or the address of a new installation', async () => {
  const clientId = (await app.send('POST', '/api/get-client-id', undefined, {})).json<{ clientId: string }>().clientId
  await app.send('POST', '/api/setup/test-mail')
  await app.send('POST', '/api/invitations', { firstname: 'Tariro', lastname: 'Dube', email: 'tariro@example.com' })
  await app.send('POST', '/api/password-reset/codes', { email: app.admin.email, clientId }, {})
  const letter = { name: 'Rudo Moyo', email: BUYER, subject: 'Publishing', message: 'A question' }
  await app.send('POST', '/api/contact', letter, {})
  const [letterId] = (await app.get('/api/messages', app.bearer)).json<{ id: string }[]>().map(({ id }) => id)
  await app.send('POST', `/api/messages/${letterId}/entries`, { kind: 'answer', text: 'An answer' })

  const { id, attempts } = await storeOrder(app.services.database.orm, {
    email: BUYER,
    closed: true,
    attempts: [{ state: 'paid', receipt: 1 }],
  })
  const grant = await storeOrder(app.services.database.orm, { email: BUYER, closed: true, grant: 'stands' })
  for (const [at, kind] of ['address_removed', 'already_owned', 'granted', 'refunded', 'partly_refunded', 'refund_undone'].entries())
    await execute(
      `insert into order_notices (number, kind, order_id, attempt_id, amount_minor, currency, email) values ($1, $2, $3, $4, 100, 'USD', $5)`,
      [at + 1, kind, kind === 'granted' ? grant.id : id, attempts[0], BUYER],
    )
  await app.send('POST', '/api/purchases/codes', { email: BUYER, clientId }, {})
  await sendDue()

  const subjects = () => server.mails.map(({ content }) => /^Subject: (.*)\r$/m.exec(content)?.[1] ?? '')
  await expect.poll(subjects).toHaveLength(14)
  for (const { content, from } of server.mails) {
    expect(from).toBe('robot@mwenje.example')
    expect(decode(content)).not.toMatch(TRACES)
  }
  expect(decode(server.mails.find(({ content }) => content.includes('Receipt 1'))?.content ?? '')).toMatch(
    /Mwenje House · desk@mwenje\.example/,
  )
})

test.each([
  ...['/feed.xml', '/podcasts/feed.xml', '/opds', '/opds/books', '/opds/v2', '/opds/v2/books', '/opds/search.xml', '/sitemap.xml'],
  ...['/oembed?url=EPISODE', '/embed/podcasts/EPISODE', '/embed/podcasts/none', '/robots.txt', '/manifest.webmanifest'],
])('%s does not name the brand of a new installation', async (path) => {
  const url = app.services.urls.page(`/podcasts/${episodeSlug}`)
  const response = await app.get(path.replace('url=EPISODE', `url=${encodeURIComponent(url)}`).replace('EPISODE', episodeSlug))
  expect([200, 404], path).toContain(response.statusCode)
  expect(response.body).not.toMatch(TRACES)
})

test('the packages document does not name the brand of a new installation', async () => {
  const { rawPayload } = await app.get(PACKAGES_PATH)
  const pdf = await getDocument({ data: new Uint8Array(rawPayload) }).promise
  const texts = [JSON.stringify((await pdf.getMetadata()).info)]
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  expect(texts.join('\n')).toContain(NAME)
  expect(texts.join('\n')).not.toMatch(TRACES)
})
