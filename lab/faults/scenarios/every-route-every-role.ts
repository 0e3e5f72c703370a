import type { Figure, Product, Scenario, ScenarioOptions } from '../scenario.ts'

const NOBODY = '01890000-0000-7000-8000-000000000000'

type Operations = Record<string, Record<string, { security: unknown[] }>>

/**
 * Fault scenario: every operation is requested in every role. Protected operations are rejected without a valid token, and ids of other
 * visitors give no access.
 */
export const everyRouteEveryRole: Scenario = { number: 8, name: 'every route by every role', run: requestEveryRouteAsEveryRole }

async function requestEveryRouteAsEveryRole(product: Product, { log }: Pick<ScenarioOptions, 'log'>): Promise<Figure[]> {
  const { url, headers, items } = product
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Operations }
  const ended = await signInAndOut(product)
  const roles: Record<string, Record<string, string>> = {
    nobody: {},
    'an invented token': { authorization: `Bearer ${'x'.repeat(43)}` },
    'a token that was signed out': ended,
    'the token as a cookie': { cookie: `adminToken=${headers.authorization.slice('Bearer '.length)}` },
    'the token in another scheme': { authorization: headers.authorization.replace('Bearer', 'Basic') },
  }
  let [asked, surprises] = [0, 0]
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { security }] of Object.entries(methods))
      for (const [role, sent] of Object.entries(roles))
        for (const id of [items.priced, items.episode, NOBODY]) {
          const address = path
            .replace('{reference}', '0'.repeat(32))
            .replace('{key}', `${'0'.repeat(64)}.pdf`)
            .replace(/\{\w+\}/g, id)
          const response = await fetch(url + address, { method: method.toUpperCase(), headers: sent })
          await response.arrayBuffer()
          asked += 1
          const expected = security.length > 0 ? response.status === 401 : response.status < 500 && response.status !== 401
          if (expected) continue
          surprises += 1
          log(`${method.toUpperCase()} ${address} as ${role} returned ${response.status}`)
        }
  return [
    { name: 'combinations', value: asked },
    { name: 'unexpected responses', value: surprises, atMost: 0 },
    { name: 'orders of others opened', value: await openOrdersOfOthers(product), atMost: 0 },
  ]
}

async function signInAndOut({ url, credentials }: Product) {
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body: JSON.stringify(credentials) })
  const { token } = (await answer.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${url}/api/logout`, { method: 'POST', headers })
  return headers
}

/** Requests and changes a browser's order as another browser. */
async function openOrdersOfOthers({ url, items }: Product): Promise<number> {
  const newClient = async () =>
    ((await (await fetch(`${url}/api/get-client-id`, { method: 'POST' })).json()) as { clientId: string }).clientId
  const [owner, other] = [await newClient(), await newClient()]
  const wish = { productId: items.priced, product: 'book', currency: 'USD', returnUrl: `${url}/bookshop`, clientId: owner }
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/get-next-action`, { method: 'POST', headers: json, body: JSON.stringify(wish) })
  const { action } = (await answer.json()) as { action: string }
  const order = `${url}${new URL(action).pathname.replace('/checkout/', '/api/orders/')}`
  const payment = JSON.stringify({ gateway: 'test', method: 'web', email: 'other@reader.example' })
  const tries: [string, RequestInit][] = [
    ['', {}],
    ['/check', { method: 'POST' }],
    ['/cancel', { method: 'POST' }],
    ['/payments', { method: 'POST', body: payment }],
  ]
  const statuses = await Promise.all(
    tries.map(async ([what, init]) => {
      const headers = { 'client-id': other, ...(init.body ? json : {}) }
      return (await fetch(order + what, { ...init, headers })).status
    }),
  )
  return statuses.filter((status) => status !== 404).length
}
