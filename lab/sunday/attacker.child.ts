import { randomBytes, randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

/* Attacker with a /48: every connection uses another network of it, and sends one request after the other. */

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    connections: { type: 'string' },
    only: { type: 'string' },
    item: { type: 'string' },
    priced: { type: 'string' },
  },
})
const { url = '', connections = '400', only, item, priced } = values

const wish = (productId: string | undefined) => ({
  clientId: randomBytes(24).toString('base64url'),
  product: 'book',
  productId,
  currency: 'USD',
  returnUrl: `${url}/bookshop`,
})
const REQUESTS: Record<string, () => { path: string; body?: unknown }> = {
  open: () => ({ path: '/api/get-next-action', body: wish(item) }),
  order: () => ({ path: '/api/get-next-action', body: wish(priced) }),
  'client-id': () => ({ path: '/api/get-client-id', body: {} }),
  'sign-in': () => ({ path: '/api/login', body: { email: `nobody${randomInt(9)}@lectern.example`, password: 'guess' } }),
  list: () => ({ path: `/api/books?q=${randomBytes(4).toString('hex')}&limit=20` }),
  page: () => ({ path: `/bookshop?q=${randomBytes(4).toString('hex')}` }),
  write: () => ({
    path: '/api/contact',
    body: { name: 'X', email: 'x@lectern.example', subject: 'General Inquiry', message: 'x', website: '' },
  }),
}
const kinds = only ? [only] : Object.keys(REQUESTS)

async function attack(network: number) {
  for (let count = 0; ; count++) {
    const { path, body } = REQUESTS[kinds[(network + count) % kinds.length] ?? '']?.() ?? { path: '/' }
    await fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'x-forwarded-for': `2001:db8:666:${network.toString(16)}::1`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    )
  }
}

await Promise.all(Array.from({ length: Number(connections) }, (_, network) => attack(network)))
