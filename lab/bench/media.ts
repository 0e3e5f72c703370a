import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Outcome } from './result.ts'
import { type FilledSite, openFilledSite } from './support/filled-site.ts'
import { installNginx, startNginx } from './support/nginx.ts'
import { compareBytes, type Target } from './support/side-by-side.ts'

const MEGABYTE = 1024 * 1024
const FILES = 4
const FILE_BYTES = 8 * MEGABYTE

/** Compares the throughput of range requests, as players and viewers send them, with nginx, which uses sendfile. */
export async function measureMedia(): Promise<Outcome[]> {
  const name = 'media in ranges of 1 MB, 32 connections, against nginx with sendfile'
  const missing = installNginx()
  if (missing) return [{ name, skipped: missing }]
  return [await measure(name, 0.5, false), await measure(`${name}; sent by nginx for the app (MEDIA_ACCEL=nginx)`, 0.9, true)]
}

async function measure(name: string, atLeast: number, accelerated: boolean): Promise<Outcome> {
  const site = await openFilledSite({}, accelerated ? { MEDIA_ACCEL: 'nginx' } : {})
  const folder = join(site.dataDir, 'media')
  const keys = await storeFiles(site, folder)
  const nginx = await startNginx({
    app: site.url,
    locations: `
    location / { proxy_pass http://lectern; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; }
    location /lectern-media/ { internal; alias ${folder}/; }
    location /plain/ { alias ${folder}/; }`,
  })
  try {
    const ours = targetOf(accelerated ? nginx : site, keys, (key) => `/api/media/${key}`)
    const plain = targetOf(nginx, keys, (key) => `/plain/${key.slice(0, 2)}/${key}`)
    await checkSame(ours, plain)
    return await compareBytes(name, ours, plain, { atLeast })
  } finally {
    await nginx.stop()
    await site.close()
  }
}

function targetOf({ url, pid }: { url: string; pid: number }, keys: string[], pathOf: (key: string) => string): Target {
  const requests = keys.flatMap((key) =>
    Array.from({ length: FILE_BYTES / MEGABYTE }, (_, at) => ({
      path: pathOf(key),
      headers: { range: `bytes=${at * MEGABYTE}-${(at + 1) * MEGABYTE - 1}` },
    })),
  )
  return { url, pid, requests }
}

/** Checks that all compared servers send the same bytes. */
async function checkSame(...targets: Target[]) {
  const answers = await Promise.all(
    targets.map(async ({ url, requests: [, request] = [] }) => {
      const answer = await fetch(url + request?.path, { headers: request?.headers ?? {} })
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        bytes: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      }
    }),
  )
  if (answers[0]?.status !== 206 || new Set(answers.map((answer) => JSON.stringify(answer))).size !== 1)
    throw new Error(`The responses differ: ${answers.map(({ status, range }) => `${status} ${range}`).join(' and ')}`)
}

async function storeFiles(site: FilledSite, folder: string): Promise<string[]> {
  const keys = Array.from({ length: FILES }, () => `${randomBytes(32).toString('hex')}.mp3`)
  await site.pool.query(`insert into media_assets (id, kind, details) values ('bench', 'audio', '{}')`)
  for (const key of keys) {
    // The media row is inserted before the file is written, because the server deletes files without a database row.
    const row = `insert into media_files (asset_id, key, role, type, bytes, audience) values ('bench', $1, 'original', 'audio/mpeg', $2, 'public')`
    await site.pool.query(row, [key, FILE_BYTES])
    await mkdir(join(folder, key.slice(0, 2)), { recursive: true })
    await writeFile(join(folder, key.slice(0, 2), key), randomBytes(FILE_BYTES))
  }
  return keys
}
