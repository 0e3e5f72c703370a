import type { Book } from '#contracts/catalogue/book.ts'
import type { Figure } from '#lab/faults/scenario.ts'
import { signIn } from '#tests/support/run-app.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import type { Admin, Cluster } from './cluster.ts'
import { waitUntil } from './wait-until.ts'

/** Time limit for a change to be visible at every node and through the balancer, in seconds. */
const VISIBLE_SECONDS = 2
const SEEN_MS = 10_000
const INTERVAL_MS = 50

/** Measures the time until a new title, a new price and a deletion, each sent to another node, are visible at all nodes. */
export async function measureVisibility({ url: site, nodes, admins }: Cluster): Promise<Figure> {
  const headers = await signIn(site, admins[0] as Admin)
  const send = async (url: string, init: RequestInit) => {
    const response = await fetch(url, { ...init, headers })
    if (!response.ok) throw new Error(`${init.method} ${url} returned ${response.status}`)
    return response
  }
  const published = await send(`${site}/api/books`, {
    method: 'POST',
    body: await buildBookForm({ title: `Seen ${Date.now()}`, price: '0' }),
  })
  const { id } = (await published.json()) as Book
  const change = (name: string, value: string) => {
    const body = new FormData()
    body.set(name, value)
    return { init: { method: 'PATCH', body }, shows: (book?: Partial<Book>) => String(book?.[name as keyof Book]) === value }
  }
  const changes = [
    { name: 'title', ...change('title', `Seen again ${Date.now()}`) },
    { name: 'price', ...change('price', '2.5') },
    { name: 'deletion', init: { method: 'DELETE' }, shows: (book?: Partial<Book>) => book === undefined },
  ]
  const find = async (url: string) => ((await (await fetch(`${url}/api/books?limit=20`)).json()) as Book[]).find((book) => book.id === id)

  let slowest = 0
  const urls = [site, ...nodes.map(({ url }) => url)]
  for (const [at, { name, init, shows }] of changes.entries()) {
    // Each node caches the list before the change.
    await Promise.all(urls.map(find))
    await send(`${urls[1 + (at % nodes.length)]}/api/books/${id}`, init)
    const seen = urls.map((url) =>
      waitUntil(`the new ${name} at ${url}`, async () => shows(await find(url)), { limitMs: SEEN_MS, intervalMs: INTERVAL_MS }).catch(
        (error: Error) => {
          console.error(error.message)
          return SEEN_MS
        },
      ),
    )
    slowest = Math.max(slowest, ...(await Promise.all(seen)))
  }
  return { name: 'a change visible everywhere after', value: slowest / 1000, unit: 's', atMost: VISIBLE_SECONDS }
}
