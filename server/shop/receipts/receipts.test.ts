import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shopTimeIn } from '#contracts/shop/shop-time.ts'
import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import { openMail } from '#server/platform/mail/open-mail.ts'
import { mailState } from '#server/platform/outbox/outbox.store.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { issueReceipt } from './issue-receipt.ts'
import { createNoticeStore, type NoticeSubject, type OrderNotice } from './order-notices.store.ts'
import type { Sale } from './receipt-email.ts'
import { type Seller, writeReceiptEmail } from './receipt-email.ts'
import { createReceiptService } from './receipts.service.ts'
import { createReceiptStore } from './receipts.store.ts'

const SELLER = {
  name: 'Lectern',
  colors: DEFAULT_PALETTE,
  email: 'hello@lectern.example',
  phone: '+263 77 555 0142',
  time: shopTime(),
  currencyNames: { USD: 'USD', ZWG: 'ZWG' },
}
const FROM = { name: SELLER.name, address: SELLER.email }
const PUBLIC_URL = 'https://lectern.example'
const UNSENT = { sentAt: null, problem: null }
const ORDER_URL = `${PUBLIC_URL}/checkout/o1#key=k`

let services: Awaited<ReturnType<typeof openTestServices>>
let server: SmtpServer
beforeAll(async () => {
  services = await openTestServices({ DATABASE_POOL: '12' })
  server = await openSmtpServer()
})
afterAll(async () => {
  await server.close()
  await services.close()
})
beforeEach(async () => {
  server.mails.length = 0
  for (const name of Object.keys(server.refusals)) delete server.refusals[name]
  await services.database.pool.query('delete from receipts')
})

function buildSale(changes: Partial<Sale> = {}): Sale {
  return {
    orderId: '019aa4b2-0000-7000-8000-000000000001',
    product: { kind: 'book', id: 'b1', title: 'Sow in Season' },
    amount: { currency: 'USD', minor: 450 },
    priceMinor: 450,
    rate: null,
    gateway: 'paynow',
    method: 'ecocash',
    trial: false,
    gatewayReference: '1082',
    paidAt: new Date('2026-11-20T22:30:00Z'),
    returned: [],
    ...changes,
  }
}

/** Creates another receipt service, like each server instance does. */
function openReceipts({
  findSale = async (_attemptId: string): Promise<Sale | undefined> => buildSale(),
  findSubject = async (_notice: OrderNotice): Promise<NoticeSubject | undefined> => ({
    product: buildSale().product,
    isOwned: true,
    isPaidInPerson: false,
  }),
  now = () => new Date(),
  mail = openMail({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from: () => FROM, folder: '' }),
} = {}) {
  const { orm } = services.database
  return createReceiptService({
    store: createReceiptStore(orm),
    notices: createNoticeStore(orm),
    transact: (work) => orm.transaction(work),
    mail,
    findSale,
    findSubject,
    seller: () => SELLER,
    urls: { origin: PUBLIC_URL, page: (path: string) => PUBLIC_URL + path },
    orderUrl: async (orderId) => `${PUBLIC_URL}/checkout/${orderId}#key=k`,
    now,
  })
}

/** Issues a receipt for a new payment. */
function issue({ attemptId = randomUUID() as string, orderId = randomUUID() as string, email = 'rudo@example.com' } = {}) {
  return services.database.orm.transaction((transaction) => issueReceipt(transaction, { attemptId, orderId, email, datedAt: new Date() }))
}

const subjects = () => server.mails.map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1]?.trim())

describe('receipt numbers', () => {
  test('receipt numbers start at one and have no gaps, even when some of many concurrent payments are rolled back', async () => {
    const abandon = () =>
      services.database.orm.transaction(async (transaction) => {
        await issueReceipt(transaction, { attemptId: randomUUID(), orderId: 'o', email: 'rudo@example.com', datedAt: new Date() })
        throw new Error('given up')
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 24 }, (_, turn) => (turn % 3 === 0 ? abandon() : issue())))
    const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  })

  test('a payment gets a single receipt number, even if it is reported several times concurrently', async () => {
    await issue()
    const numbers = await Promise.all(Array.from({ length: 8 }, () => issue({ attemptId: 'a1', orderId: 'o1' })))
    expect(new Set(numbers)).toEqual(new Set([2]))
    expect(await openReceipts().find('o1')).toMatchObject({ number: 2, email: 'rudo@example.com', sentAt: null })
    expect(await openReceipts().find('another')).toBeUndefined()
  })

  test('the receipt number of the first payment is returned for an order that was paid twice', async () => {
    for (const attemptId of ['a1', 'a2']) await issue({ attemptId, orderId: 'o1' })
    expect(await openReceipts().find('o1')).toMatchObject({ number: 1, attemptId: 'a1' })
  })
})

describe('sending receipts', () => {
  test('each receipt is sent once to its buyer, with a separate message id', async () => {
    await issue({ email: 'rudo@example.com' })
    await issue({ email: 'tariro@example.com' })
    for (let turn = 0; turn < 2; turn++) await openReceipts().sendDue()
    expect(server.mails.map(({ to }) => to)).toEqual([['rudo@example.com'], ['tariro@example.com']])
    expect(subjects()).toEqual(['Receipt 1: Sow in Season', 'Receipt 2: Sow in Season'])
    expect(server.mails.map(({ content }) => /^Message-ID: (.*)$/m.exec(content)?.[1]?.trim())).toEqual([
      '<receipt-1@lectern.example>',
      '<receipt-2@lectern.example>',
    ])
  })

  test('each receipt is sent once, even by several concurrent instances', async () => {
    for (let count = 0; count < 6; count++) await issue()
    await Promise.all([1, 2, 3].map(() => openReceipts().sendDue()))
    expect(subjects().toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Receipt ${number}: Sow in Season`))
  })

  test('sending receipts continues after a receipt that fails, which is reported and retried', async () => {
    for (const attemptId of ['a1', 'lost', 'a3']) await issue({ attemptId })
    const findSale = async (attemptId: string) => (attemptId === 'lost' ? undefined : buildSale())
    await expect(openReceipts({ findSale }).sendDue()).rejects.toThrow('Receipts that could not be sent: 2.')
    expect(subjects()).toEqual(['Receipt 1: Sow in Season', 'Receipt 3: Sow in Season'])
    await openReceipts().sendDue()
    expect(subjects()).toHaveLength(3)
    await openReceipts().sendDue()
    expect(subjects()).toHaveLength(3)
  })

  test('a failing receipt is retried at growing intervals, and each failure is reported', async () => {
    await issue()
    let minutes = 0
    let tries = 0
    const receipts = openReceipts({
      now: () => new Date(minutes * 60_000),
      findSale: async () => {
        tries++
        return undefined
      },
    })
    for (; minutes < 6 * 60; minutes++) await expect(receipts.sendDue()).rejects.toThrow('Receipts that could not be sent: 1.')
    // Attempts are made after 0, 1, 3, 7, 15, 31 and 63 minutes, then hourly.
    expect(tries).toBe(11)
  })

  test('the mail server’s refusal of a receipt is reported without personal data', async () => {
    await issue()
    server.refusals.RCPT = '550 no rudo@example.com here'
    const error = await openReceipts()
      .sendDue()
      .catch((error: Error) => error)
    expect((error as Error).message).toMatch(/1\. The mail server .* refused the recipient/)
    expect((error as Error).message).not.toContain('rudo')
  })

  test('a refused receipt is not retried until its address is corrected, and is listed as lost', async () => {
    await issue({ orderId: 'o1', email: 'typo@gmial.example' })
    server.refusals.RCPT = '550 5.1.1 no such mailbox'
    const receipts = openReceipts()
    await expect(receipts.sendDue()).rejects.toThrow('could not be sent: 1')
    await receipts.sendDue()
    expect(mailState((await receipts.find('o1')) ?? UNSENT)).toBe('refused')
    expect(await receipts.listLostMail(10)).toMatchObject([{ about: 'receipt', id: 'o1', problem: expect.stringContaining('550') }])

    delete server.refusals.RCPT
    await services.database.orm.transaction((transaction) => receipts.requeue(transaction, { orderId: 'o1', email: 'right@example.com' }))
    await receipts.sendDue()
    expect(mailState((await receipts.find('o1')) ?? UNSENT)).toBe('accepted')
    expect(await receipts.listLostMail(10)).toEqual([])
  })

  test('a receipt that the mail server defers is waiting with the reason, is sent later, and counts as lost after a day', async () => {
    await issue({ orderId: 'o1' })
    server.refusals.RCPT = '451 4.7.1 try again later'
    let minutes = 0
    const receipts = openReceipts({ now: () => new Date(minutes * 60_000) })
    await expect(receipts.sendDue()).rejects.toThrow()
    expect(await receipts.find('o1')).toMatchObject({ sentAt: null, problem: expect.stringContaining('451') })
    expect(await receipts.listLostMail(10)).toEqual([])
    await services.database.pool.query(`update receipts set issued_at = now() - interval '25 hours'`)
    expect(await receipts.listLostMail(10)).toMatchObject([{ id: 'o1' }])
    delete server.refusals.RCPT
    minutes = 2
    await receipts.sendDue()
    expect(await receipts.find('o1')).toMatchObject({ sentAt: expect.any(Date), problem: null })
  })

  test('without a mail server, a receipt is written to a file and is not said to be sent', async () => {
    await issue({ orderId: 'o1' })
    const folder = join(await makeTempFolder(), 'mail')
    const receipts = openReceipts({ mail: openMail({ from: () => FROM, folder }) })
    await receipts.sendDue()
    expect(mailState((await receipts.find('o1')) ?? UNSENT)).toBe('not_sent')
    expect(await readdir(folder)).toEqual(['receipt-1@lectern.example.eml'])
    expect(await receipts.listLostMail(10)).toEqual([])
  })

  test('receipts that are more than two weeks old are not sent', async () => {
    await issue()
    await services.database.pool.query(`update receipts set issued_at = now() - interval '15 days'`)
    await openReceipts().sendDue()
    expect(server.mails).toEqual([])
  })
})

describe('a receipt', () => {
  const write = (sale: Partial<Sale> = {}, owners: Partial<Seller> = {}) =>
    writeReceiptEmail({
      number: 7,
      email: 'rudo@example.com',
      sale: buildSale(sale),
      seller: { ...SELLER, ...owners },
      urls: { page: (path) => PUBLIC_URL + path },
      orderUrl: ORDER_URL,
    })

  test('a receipt contains the tax line, signature and footer that the site owner entered', () => {
    const owners = { taxLine: 'TIN 200-1', signedBy: 'Rudo Moyo', signature: 'Go well.', footer: 'Registered in Harare' }
    const { text } = write({}, owners)
    expect(text).toContain('Tax: TIN 200-1\nSigned by: Rudo Moyo')
    expect(text).toMatch(/Go well\.\n\n.*\n.*\nRegistered in Harare\n/)
  })

  test('a receipt has the owner’s time zone, and the owner’s name of the currency', () => {
    const owners = { time: shopTimeIn('Europe/London'), currencyNames: { USD: 'USD', ZWG: 'ZiG' } }
    const rate = { zwgPerUsd: '26.7431', source: 'Reserve Bank', asOf: '2026-11-20T00:00:00.000Z' }
    const { text } = write({ amount: { currency: 'ZWG', minor: 12_034 }, rate } as Partial<Sale>, owners)
    expect(text).toContain('20 November 2026 at 22:30, London time')
    expect(text).toContain('Paid: ZiG 120.34')
    expect(text).toContain('1 USD = 26.7431 ZiG (Reserve Bank, 20 November 2026)')
  })

  test('a receipt contains number, date in the shop’s time zone, title, amount, reference, seller and links to open the item again', () => {
    for (const content of [write().text, write().html]) {
      for (const words of [
        '21 November 2026 at 00:30',
        'Sow in Season',
        '$4.50',
        '1082',
        SELLER.name,
        SELLER.email,
        SELLER.phone,
        `${PUBLIC_URL}/purchases`,
        ORDER_URL,
        'rudo@example.com',
      ])
        expect(content).toContain(words)
      expect(content).not.toContain('Rate')
    }
    expect(write().text).toContain('Receipt: 7\n')
  })

  test('a receipt for a payment in ZWG contains both amounts, and the rate with its source and date', () => {
    const { text } = write({
      amount: { currency: 'ZWG', minor: 12_034_395 },
      priceMinor: 450_000,
      rate: { zwgPerUsd: '26.7431', asOf: '2026-11-20T08:00:00.000Z', source: 'Interbank' },
    })
    expect(text).toContain('Price: $4,500.00\nPaid: ZWG 120,343.95\nRate: 1 USD = 26.7431 ZWG (Interbank, 20 November 2026)')
  })

  test('a receipt lists refunds, and contains no link to the item once the whole payment is refunded', () => {
    const [first, second] = [new Date('2026-11-25T12:00:00Z'), new Date('2026-12-01T12:00:00Z')]
    const partly = write({ returned: [{ minor: 200, at: first }] }).text
    expect(partly).toContain('Paid: $4.50\nRefunded: $2.00, 25 November 2026\n')
    expect(partly).toContain('The book is yours. You can read it at any time.')
    const failed = [
      { minor: 200, at: first },
      { minor: -200, at: second },
    ]
    expect(write({ returned: failed }).text).toContain('Refund failed: $2.00, 1 December 2026')
    const whole = write({ returned: [...failed, { minor: 450, at: second }] }).text
    expect(whole).toContain('This payment was refunded in full, so the purchase no longer opens.')
    expect(whole).not.toContain('is yours')
  })

  test('a receipt for a podcast names the episode, and omits a missing reference', () => {
    const { text } = write({ product: { kind: 'podcast', id: 'p', title: 'On Patience' }, gateway: 'stripe', gatewayReference: null })
    expect(text).toContain('Episode: On Patience')
    expect(text).toContain('Paid through: Stripe\nOrder:')
  })

  test.each([
    ['second_payment', 'You already had this book, so this payment will be refunded in full'],
    ['item_gone', 'This book was removed from the site before your payment arrived, so the payment will be refunded in full'],
  ] as const)('a receipt for a payment with a due refund (%s) announces the refund', (refundDue, words) => {
    const { text } = write({ refundDue })
    expect(text).toContain(words)
    expect(text).not.toContain('at any time')
    expect(text.includes('stays yours')).toBe(refundDue === 'second_payment')
  })

  test('a receipt of a trial payment says so, and has a number of its own series', () => {
    const email = {
      number: -3,
      email: 'rudo@example.com',
      seller: SELLER,
      urls: { page: (path: string) => PUBLIC_URL + path },
      orderUrl: ORDER_URL,
    }
    const { subject, text } = writeReceiptEmail({ ...email, sale: buildSale({ gateway: 'stripe', trial: true }) })
    expect(subject).toBe('Trial, no real money: receipt Trial 3: Sow in Season')
    expect(text).toContain('This was a trial payment: no money was paid')
    expect(text).toContain('Receipt: Trial 3\n')
    expect(text).toContain('Paid through: Stripe in test mode (no real money)')
  })

  test('a receipt escapes every value and loads no external resources', () => {
    const title = `<img src="https://evil.example/x.png" onerror='x'> & Sons`
    const { html, subject } = write({ product: { kind: 'book', id: 'b', title }, gatewayReference: '<script>' })
    expect(subject).toBe(`Receipt 7: ${title}`)
    expect(html).not.toMatch(/<(img|script|link|style|iframe|object)/i)
    expect([...html.matchAll(/\b(?:href|src|background|action)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      `${PUBLIC_URL}/books/b`,
      ORDER_URL,
    ])
    expect(html).not.toMatch(/url\(|@import/i)
    expect(html).toContain('&#60;img src=&#34;https://evil.example/x.png&#34; onerror=&#39;x&#39;&#62; &#38; Sons')
  })
})
