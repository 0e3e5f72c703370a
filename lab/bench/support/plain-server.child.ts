import { createServer } from 'node:http'
import { rawGet } from '#tests/support/raw-get.ts'

/**
 * Minimal server of fixed bytes, as a reference: node:http and a map. Runs in a child process with the URL of the site and the paths to
 * copy; `HEADERS` are sent with the requests for these paths. Prints its port.
 */
const [site = '', ...paths] = process.argv.slice(2)
const headers = JSON.parse(process.env.HEADERS ?? '{}') as Record<string, string>
/** Headers that describe the connection, not the response. */
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
