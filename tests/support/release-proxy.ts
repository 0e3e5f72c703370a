import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The site as it will be after a release: all comes from it but the script of the service worker, once `release` has set another.
 * Browsers fetch that script past what a test can intercept.
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
    /** Serves this script from now on; without one, the site's own. */
    release: (script: string | undefined) => {
      worker = script
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
