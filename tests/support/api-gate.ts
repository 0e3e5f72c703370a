import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ApiGate = Awaited<ReturnType<typeof openApiGate>>
type Item = Record<string, unknown>

const NO_ITEM = '00000000-0000-0000-0000-000000000000'

/**
 * A proxy for the API (`PUBLIC_API_URL`) with which a test can delay, fail or replace responses,
 * for server rendering as well as in the browser.
 */
export async function openApiGate() {
  let target = ''
  let failing = false
  let held: PromiseWithResolvers<void> | undefined
  let shape: ((items: Item[]) => Item[]) | undefined
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const headers = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
      'access-control-expose-headers': 'link, x-total-count',
    }
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    // Requests for texts of pages are never delayed or failed, because the tests are about lists
    const isText = request.url?.startsWith('/api/site/')
    if (!isText) await held?.promise
    // The server renders its first pages while it starts, before the proxy has a target. These pages must neither fail nor be cached.
    if (!target) return response.writeHead(200, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-cache' }).end('[]')
    if (failing && !isText) return response.writeHead(503, { ...headers, 'content-type': 'application/json' }).end('{}')
    const address = new URL(request.url ?? '', target)
    if (shape && /\/(books|podcasts|authors)$/.test(address.pathname)) {
      const { items, ...paging } = await shapedPage(address, shape)
      return response.writeHead(200, { ...headers, ...paging, 'content-type': 'application/json' }).end(JSON.stringify(items))
    }
    const body = await Array.fromAsync(request as AsyncIterable<Uint8Array>)
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers['content-type'] ? { 'content-type': request.headers['content-type'] } : {},
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    const passedOn = ['content-type', 'link', 'x-total-count'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    response.writeHead(answer.status, { ...headers, ...Object.fromEntries(passedOn) })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }

  /** Builds a page of a generated list. The cursor counts the items before the page and has the format of a real cursor. */
  async function shapedPage({ pathname, searchParams }: URL, change: (items: Item[]) => Item[]) {
    const all = change((await (await fetch(target + pathname)).json()) as Item[])
    const from = Number.parseInt(searchParams.get('cursor') ?? '0', 10)
    const to = from + Number(searchParams.get('limit') ?? all.length)
    return {
      items: all.slice(from, to),
      'x-total-count': String(all.length),
      ...(to < all.length && { link: `<${pathname}?cursor=${to}.${NO_ITEM}>; rel="next"` }),
    }
  }

  // The timeout is long, because a connection that closes while a busy server reuses it would cause a failed request.
  server.keepAliveTimeout = 120_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    leadTo: (origin: string) => {
      target = origin
    },
    /** Holds responses until `release` is called. */
    hold: () => {
      held = Promise.withResolvers()
    },
    release: () => {
      held?.resolve()
      held = undefined
    },
    fail: (on: boolean) => {
      failing = on
    },
    /**
     * Replaces the items in the API's lists of books, podcasts and authors with the result of `change`; without an argument, the lists are
     * passed on unchanged.
     */
    shape: (change?: (items: Item[]) => Item[]) => {
      shape = change
    },
    close: async () => {
      held?.resolve()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
