import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ApiGate = Awaited<ReturnType<typeof openApiGate>>

/**
 * An address of its own for the API (`PUBLIC_API_URL`), where a test can hold answers back or let them fail, for the pages that
 * the server renders as for those in the browser.
 */
export async function openApiGate() {
  let target = ''
  let failing = false
  let held: PromiseWithResolvers<void> | undefined
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })

  async function pass(request: IncomingMessage, response: ServerResponse) {
    const headers = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type',
    }
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    await held?.promise
    if (failing) return response.writeHead(503, { ...headers, 'content-type': 'application/json' }).end('{}')
    const body = await Array.fromAsync(request as AsyncIterable<Uint8Array>)
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers['content-type'] ? { 'content-type': request.headers['content-type'] } : {},
      ...(body.length > 0 && { body: Buffer.concat(body) }),
    })
    response.writeHead(answer.status, { ...headers, 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    leadTo: (origin: string) => {
      target = origin
    },
    /** Answers nothing until `release`. */
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
    close: async () => {
      held?.resolve()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
