import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openS3MediaStore } from '#server/media/store/s3-media-store.ts'
import { type Fault, openFaultProxy } from '#tests/support/fault-proxy.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startProcess } from './start-process.ts'
import { waitUntil } from './wait-until.ts'

const BUCKET = 'lectern'
const REGION = 'us-east-1'
const START_MS = 20_000
/** Built-in credentials of s3rver. */
const KEYS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

/** Starts an S3 server in its own process, behind a proxy that injects faults. */
export async function startObjectStorage(folder: string, { onStarted }: { onStarted: (stop: () => Promise<void>) => void }) {
  const directory = join(folder, 's3')
  await mkdir(directory)
  const port = String(await freePort())
  const server = await startProcess(
    ['node', 'node_modules/s3rver/bin/s3rver.js', '-d', directory, '-a', '127.0.0.1', '-p', port, '--silent', '--configure-bucket', BUCKET],
    { log: join(folder, 's3.log') },
  )
  onStarted(server.stop)
  const proxy = await openFaultProxy(`http://127.0.0.1:${port}`)
  onStarted(async () => proxy.close())
  await waitUntil('the S3 server responds', () => fetch(`http://127.0.0.1:${port}`).then(() => true), { limitMs: START_MS })
  return {
    pid: server.pid,
    /** Media store connected to the bucket directly, without the proxy that injects faults. */
    store: openS3MediaStore({
      bucket: BUCKET,
      region: REGION,
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: KEYS.S3_ACCESS_KEY_ID, secretAccessKey: KEYS.S3_SECRET_ACCESS_KEY },
    }),
    settings: { MEDIA_STORE: 's3', S3_BUCKET: BUCKET, S3_REGION: REGION, S3_ENDPOINT: proxy.url, ...KEYS },
    inject: proxy.inject,
    heal: proxy.heal,
  }
}

/** Fault: accepts requests and never responds. */
export const hang: Fault = () => undefined

/** Fault: responds with 500 to half of the requests. */
export const failHalf: Fault = (request, response, pass) => {
  if (Math.random() < 0.5) return pass()
  request.resume()
  response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
}

/** Fault: resets half of the connections when a request arrives. */
export const resetHalf: Fault = (request, _response, pass) => {
  if (Math.random() < 0.5) pass()
  else request.socket.resetAndDestroy()
}
