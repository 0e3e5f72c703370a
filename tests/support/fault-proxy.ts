import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fault injected into a request before it reaches the service; `pass` forwards the request. */
export type Fault = (request: IncomingMessage, response: ServerResponse, pass: () => void) => void

const NO_FAULT: Fault = (_request, _response, pass) => pass()

/** Opens an HTTP proxy with switchable faults. */
export async function openFaultProxy(target: string) {
  const { hostname, port } = new URL(target)
  let fault = NO_FAULT
  const server = createServer((incoming, outgoing) =>
    fault(incoming, outgoing, () => {
      const { method, url, headers } = incoming
      const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      incoming.pipe(onward.on('error', () => outgoing.destroy()))
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inject: (next: Fault) => {
      fault = next
    },
    heal: () => {
      fault = NO_FAULT
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
