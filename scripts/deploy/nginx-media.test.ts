import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startNginx } from '#lab/bench/support/nginx.ts'
import { entitle } from '#tests/support/entitle.ts'
import { lastingHeaders } from '#tests/support/lasting-headers.ts'
import { rawGet } from '#tests/support/raw-get.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { readDeploy } from './read-files.ts'

const SHOP = 'https://shop.example'
const SETTINGS = { PUBLIC_URL: 'https://books.example', ALLOWED_ORIGINS: SHOP }
const CONTENT = Buffer.from('0123456789'.repeat(200))
/** Response headers that nginx passes on by default, and headers of the connection */
const PASSED_ON = ['content-type', 'content-disposition', 'accept-ranges', 'cache-control', 'content-length', 'content-range']
const OF_CONNECTION = ['connection', 'keep-alive', 'server', 'transfer-encoding']

let location: string
beforeAll(() => {
  location = /location \/lectern-media\/ \{[^}]*\}/.exec(readDeploy('nginx/lectern.tls.conf'))?.[0] ?? ''
})

/** Starts a server with a free and a purchased file, which have the same names at each server. */
async function openShop(settings: Record<string, string> = {}) {
  const { app, services, get, close } = await openTestApp({ ...SETTINGS, ...settings })
  onTestFinished(close)
  const free = await storeBook(services, { content: CONTENT })
  const paid = await storeBook(services, { content: Buffer.from(`paid ${CONTENT}`), price: 3 })
  const missing = await storeBook(services, { content: Buffer.from(`missing ${CONTENT}`) })
  await services.library.store.remove(missing.pdfUrl)
  const owner = { clientId: services.shop.access.newClientId(), product: 'book' as const, productId: paid.id }
  await entitle(services, owner)
  const { url: granted = '' } = await services.shop.access.nextAction({ ...owner, currency: 'USD', returnUrl: SHOP }, [SHOP], '127.0.0.1')
  const paths = [free, paid, missing].map(({ pdfUrl }) => `/api/media/${pdfUrl}`)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, get, folder: join(services.config.dataDir, 'media'), paths: [...paths, `/api${granted}`] }
}

test('the configuration of nginx passes on every header of a media file', async () => {
  const { get, paths } = await openShop()
  for (const path of paths) {
    const { headers } = await get(path, { origin: SHOP })
    for (const name of Object.keys(headers).filter((name) => ![...PASSED_ON, ...OF_CONNECTION, 'date'].includes(name)))
      expect(location.toLowerCase()).toContain(`add_header ${name} $upstream_http_${name.replaceAll('-', '_')};`)
  }
})

test('media files have the same status, headers and bytes when nginx sends them', async (context) => {
  if (!existsSync('/usr/sbin/nginx')) context.skip('nginx is not installed')
  const [plain, accelerated] = [await openShop(), await openShop({ MEDIA_ACCEL: 'nginx' })]
  const proxying = 'location / { proxy_pass http://lectern; proxy_http_version 1.1; proxy_set_header Connection ""; }'
  const locations = `${proxying} ${location.replace(/alias [^;]+;/, `alias ${accelerated.folder}/;`)}`
  const nginx = await startNginx({ app: accelerated.url, locations })
  onTestFinished(nginx.stop)

  const etag = String((await plain.get(plain.paths[0] ?? '')).headers.etag)
  const requests: Record<string, string>[] = [
    ...[{}, { origin: SHOP }, { origin: 'https://reader.example' }],
    ...['bytes=0-9', 'bytes=1990-', 'bytes=-5', 'bytes=0-9999', 'bytes=9999-', 'bytes=9-1', 'bytes=x', 'bytes=0-1,5-6', 'lines=1-2'].map(
      (range) => ({ range }),
    ),
    ...[etag, `W/${etag}`, '"other"', '*'].map((tag) => ({ 'if-none-match': tag })),
    ...[etag, '"other"', new Date().toUTCString()].map((tag) => ({ range: 'bytes=0-9', 'if-range': tag })),
    ...[etag, '"other"', '*'].map((tag) => ({ 'if-match': tag })),
    ...['if-modified-since', 'if-unmodified-since'].flatMap((name) => [
      { [name]: new Date(0).toUTCString() },
      { [name]: new Date().toUTCString() },
    ]),
  ]
  for (const [index, path] of plain.paths.entries())
    for (const headers of requests)
      for (const method of ['GET', 'HEAD']) {
        const [direct, sent] = await Promise.all([
          rawGet(plain.url + path, headers, method),
          rawGet(nginx.url + accelerated.paths[index], headers, method),
        ])
        const label = `${method} ${path} ${JSON.stringify(headers)}`
        expect([sent.status, comparable(sent.headers)], label).toEqual([direct.status, comparable(direct.headers)])
        // Bodies of errors aren't compared, since problem documents contain the id and the path of the request.
        if (direct.status < 400) expect(sent.body.equals(direct.body), label).toBe(true)
      }
})

function comparable(headers: NodeJS.Dict<string | string[]>) {
  return Object.fromEntries(Object.entries(lastingHeaders(headers)).filter(([name]) => !OF_CONNECTION.includes(name)))
}
