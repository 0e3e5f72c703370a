import { createServer } from 'node:http'
import { rawGet } from '#tests/support/raw-get.ts'

/**
 * The least that can answer with the same bytes: node:http, a map, nothing else. Run as a process of its own with the address of
 * the site and the paths to copy; `HEADERS` are what they are asked for with. Prints its port.
 */
const [site = '', ...paths] = process.argv.slice(2)
const headers = JSON.parse(process.env.HEADERS ?? '{}') as Record<string, string>
/** What belongs to one connection, and not to the answer. */
const CONNECTION_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']
const answers = new Map(await Promise.all(paths.map(async (path) => [path, await copy(path)] as const)))

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (!answer) return response.writeHead(404).end()
  return response.writeHead(answer.status, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as { port: number }).port))

async function copy(path: string) {
  const { status, headers: sent, body } = await rawGet(site + path, headers)
  const kept = Object.fromEntries(Object.entries(sent).filter(([name]) => !CONNECTION_HEADERS.includes(name))) as Record<string, string>
  return { status, headers: { ...kept, 'content-length': String(body.length) }, body }
}
