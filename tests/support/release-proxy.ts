import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Opens a proxy in front of the site that can serve another service worker script, as a new release would. Playwright
 * can't intercept the browser's request for that script.
 */
export async function openReleaseProxy(siteUrl: string) {
  let worker: string | undefined
  const server = createServer((incoming, outgoing) => {
    if (worker !== undefined && incoming.url === '/sw.js') {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(worker)
      return
    }
    const { method, headers } = incoming
    const forwarded = request(siteUrl + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** Sets the service worker script to serve; undefined restores the script of the site. */
    release: (script: string | undefined) => {
      worker = script
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
