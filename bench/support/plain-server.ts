import { createServer } from 'node:http'

/**
 * The least that can answer with the same bytes: node:http, a map, nothing else. Run as a process of its own with the address of
 * the site and the paths to copy; `HEADERS` are what they are asked for with. Prints its port.
 */
const [site = '', ...paths] = process.argv.slice(2)
const headers = JSON.parse(process.env.HEADERS ?? '{}') as Record<string, string>
const answers = new Map(await Promise.all(paths.map(async (path) => [path, await copy(path)] as const)))

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) return response.writeHead(404).end()
  return response.writeHead(answer.status, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))

/** Not with fetch(), which would unpack the body. */
async function copy(path: string) {
  const { get } = await import('node:http')
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    get(`${site}${path}`, { headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      const kept = Object.entries(response.headers).filter(
        ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
      )
      resolve({
        status: response.statusCode ?? 0,
        headers: { ...(Object.fromEntries(kept) as Record<string, string>), 'content-length': String(body.length) },
        body,
      })
    }).on('error', reject)
  })
}
