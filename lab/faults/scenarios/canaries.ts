import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoginResponse } from '#contracts/admin/admin.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { signIn } from '#tests/support/run-app.ts'
import type { Figure, Product, Scenario } from '../scenario.ts'
import { createShopper } from '../support/shopper.ts'

/** URL of a port without a listener: requests to it fail, and the errors contain the secrets of the requests. */
const NOBODY = 'http://127.0.0.1:9'
const ADMIN_LISTS = ['/admins', '/sessions', '/audit', '/overview', '/admin/orders', '/admin/sales', '/rates', '/messages']

const canary = (name: string) => `canary${name}${randomBytes(12).toString('hex')}`
const cardNumber = () =>
  `4929${randomInt(10 ** 11)
    .toString()
    .padStart(12, '0')}`

/** Sends secrets through every input at the most verbose log level, and searches for them in logs, pages, API responses and emails. */
export const canaries: Scenario = {
  number: 9,
  name: 'secrets sent through every input',
  settings: { LOG_LEVEL: 'trace' },
  run: sendCanaries,
}

async function sendCanaries(product: Product): Promise<Figure[]> {
  const keys = {
    signingKey: canary('SigningKey').padEnd(40, 'x'),
    paynowKey: canary('PaynowKey'),
    stripeKey: `sk_test_${canary('StripeKey')}`,
    webhookSecret: `whsec_${canary('WebhookSecret')}`,
  }
  await product.stop()
  await product.restart({
    LOG_LEVEL: 'trace',
    PUBLIC_URL: product.url,
    SIGNING_KEYS: keys.signingKey,
    CONTACT_DELIVERY: 'inbox',
    SANDBOX_GATEWAY: 'on',
    PAYNOW_URL: NOBODY,
    PAYNOW_USD_ID: '1201',
    PAYNOW_USD_KEY: keys.paynowKey,
    STRIPE_API_URL: NOBODY,
    STRIPE_SECRET_KEY: keys.stripeKey,
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
  })
  const secrets = { ...keys, ...(await signInAndChange(product)), ...(await buyAndRead(product)), ...(await requestEverything(product)) }
  const code = await requestCode(product)
  const message = { card: cardNumber() }
  await post(product, '/contact', { name: 'Rudo', email: 'rudo@reader.example', subject: 'General Inquiry', message: message.card })
  // A pause lets background work and the reconciliation write their log lines.
  await delay(8000)

  const logs = product.output.join('\n')
  const pages = await readAll(
    product,
    Object.values(PUBLIC_PAGES).flatMap((path) => [path, `${path === '/' ? '/_' : path}.data`]),
  )
  const lists = await readAll(product, ['/api/books', '/api/podcasts', '/api/authors', '/api/openapi.json', '/api/health'])
  const adminArea = await readAll(
    product,
    ADMIN_LISTS.map((path) => `/api${path}`),
    product.headers,
  )
  const mail = await readMail(product)
  const everywhere = { logs, pages, lists, adminArea, mail }
  const found = [
    ...findIn(everywhere, secrets),
    ...findIn({ logs, pages, lists, adminArea }, { code }),
    ...findIn({ logs, pages, lists, mail }, message),
  ]
  return [
    { name: 'secrets', value: Object.keys(secrets).length + 2 },
    { name: 'log lines', value: product.output.length, atLeast: 50 },
    { name: 'secrets exposed', value: found.length, atMost: 0 },
    // The search is verified too: it must find the code in its email, and the contact message in the inbox of the admin area.
    { name: 'secrets in their intended places', value: Number(mail.includes(code)) + Number(adminArea.includes(message.card)), atLeast: 2 },
    ...found.map((place) => ({ name: place, value: 1, atMost: 0 })),
  ]
}

/** Sends right and wrong passwords, tokens, and a malformed body as an administrator. */
async function signInAndChange(product: Product) {
  const wrongPassword = canary('WrongPassword')
  const newPassword = canary('NewPassword')
  const email = `${randomBytes(4).toString('hex')}@staff.example`
  await post(product, '/login', { email: product.credentials.email, password: wrongPassword })
  await fetch(`${product.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"password":"${wrongPassword}`,
  })
  const account = { firstname: 'Tendai', lastname: 'Staff', email, password: newPassword }
  await post(product, '/admins', account, product.headers)
  const signedIn = (await (await post(product, '/login', { email, password: newPassword })).json()) as LoginResponse
  await post(product, '/login', { email, password: `${newPassword}${wrongPassword}` })
  product.headers = await signIn(product.url, product.credentials)
  return { wrongPassword, newPassword, token: signedIn.token, ownToken: product.headers.authorization.split(' ')[1] ?? '' }
}

/** Makes a purchase, opens its signed URL, and makes failing payments. */
async function buyAndRead(product: Product) {
  const shopper = createShopper(product)
  const { orderId, reference } = await shopper.begin(await shopper.choose(product.items.priced))
  await shopper.act(reference, 'pay')
  while ((await shopper.stateOf(orderId)) !== 'paid') await delay(200)
  const { clientId } = shopper
  const wish = { clientId, productId: product.items.priced, product: 'book', currency: 'USD', returnUrl: `${product.url}/bookshop` }
  const { url = '' } = (await (await post(product, '/get-next-action', wish)).json()) as NextActionResponse
  const grant = new URL(url, product.url).searchParams.get('grant') ?? ''
  for (const tried of [grant, `${grant}x`, grant.toUpperCase()])
    await fetch(`${product.url}${new URL(url, product.url).pathname}?grant=${encodeURIComponent(tried)}`).then((answer) =>
      answer.arrayBuffer(),
    )

  const card = cardNumber()
  for (const gateway of ['paynow', 'stripe']) {
    const other = createShopper(product)
    const page = await other.choose(product.items.priced)
    const path = `/orders/${new URL(page).pathname.replace('/checkout/', '')}/payments`
    const body = { gateway, method: 'web', email: 'rudo@reader.example' }
    await post(product, path, body, { 'client-id': other.clientId })
    await post(product, path, { ...body, phone: card, method: 'ecocash' }, { 'client-id': other.clientId })
  }
  return { clientId, grant, signature: grant.split('.').at(-1) ?? grant, card }
}

/** Sends secrets as unexpected headers, parameters and bodies to every operation. */
async function requestEverything(product: Product) {
  const stray = canary('Stray')
  const card = cardNumber()
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> }
  const headers = {
    authorization: `Bearer ${stray}`,
    cookie: `session=${stray}`,
    referer: `${product.url}/?token=${stray}`,
    'client-id': stray,
  }
  for (const [path, operations] of Object.entries(paths))
    for (const method of Object.keys(operations)) {
      const hasBody = !['get', 'delete', 'head'].includes(method)
      const url = `${product.url}${path.replace(/\{[^}]+\}/g, 'none')}?token=${stray}&q=${card}`
      const body = JSON.stringify({ password: stray, currentPassword: stray, code: stray, email: stray, clientId: stray, phone: card })
      const request = { method: method.toUpperCase(), headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) } }
      await fetch(url, { ...request, ...(hasBody && { body }) }).then((answer) => answer.arrayBuffer())
    }
  const forged = { 'stripe-signature': `t=1,v1=${stray}`, 'content-type': 'application/json' }
  await fetch(`${product.url}/api/gateways/stripe/webhook`, { method: 'POST', headers: forged, body: `{"id":"${stray}","type":"x"}` })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(`${product.url}/api/gateways/paynow/result`, { method: 'POST', headers: form, body: `reference=${stray}&hash=${stray}` })
  await readAll(
    product,
    Object.values(PUBLIC_PAGES).map((path) => `${path}?token=${stray}&card=${card}`),
    headers,
  )
  return { stray, strayCard: card }
}

/** Requests a purchase code and returns it from the email. */
async function requestCode(product: Product): Promise<string> {
  const { clientId } = createShopper(product)
  const request = { email: 'rudo@reader.example', clientId }
  await post(product, '/purchases/codes', request)
  for (let look = 0; look < 100; look++) {
    const code = /^Subject: (\d{6,8}) is your code/m.exec(await readMail(product))?.[1]
    if (code) {
      await post(product, '/purchases', { ...request, code: code.replace(/./g, '0') })
      await post(product, '/purchases', { ...request, code })
      return code
    }
    await delay(200)
  }
  throw new Error('No email with a code was sent')
}

function post({ url }: Product, path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function readAll({ url }: Product, paths: string[], headers: Record<string, string> = {}): Promise<string> {
  const texts = []
  for (const path of paths) {
    const response = await fetch(url + path, { headers })
    texts.push(JSON.stringify([...response.headers]), await response.text())
  }
  return texts.join('\n')
}

async function readMail({ dataDir }: Product): Promise<string> {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
}

function findIn(places: Record<string, string>, secrets: Record<string, string>): string[] {
  return Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) => (secret && text.includes(secret) ? [`${name} in ${place}`] : [])),
  )
}
