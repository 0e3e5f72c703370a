import type { Outcome } from './result.ts'
import { openFilledSite } from './support/filled-site.ts'
import { compareRequests, startPlainServer, type Target } from './support/side-by-side.ts'

const BOOKS = 100
const LIST = '/api/books'

/** Compares requests per second of the list of all books and of bare node:http with the same bytes: compressed, plain, and as a 304. */
export async function measureLists(): Promise<Outcome[]> {
  const site = await openFilledSite({ books: BOOKS })
  try {
    const { etag } = Object.fromEntries((await fetch(site.url + LIST)).headers)
    if (!etag) throw new Error('The list has no ETag')
    const outcomes: Outcome[] = []
    for (const [name, headers, status, encoding] of [
      ['compressed', { 'accept-encoding': 'br' }, 200, 'br'],
      ['uncompressed', { 'accept-encoding': 'identity' }, 200, undefined],
      ['cached by the browser (304)', { 'accept-encoding': 'br', 'if-none-match': etag }, 304, undefined],
    ] as const) {
      const answer = await fetch(site.url + LIST, { headers })
      const got = answer.headers.get('content-encoding') ?? undefined
      if (answer.status !== status || got !== encoding) throw new Error(`The list returned ${answer.status}, ${got}`)
      const plain = await startPlainServer(site.url, [LIST], headers)
      const target = ({ url, pid }: { url: string; pid: number }): Target => ({ url: url + LIST, pid, headers: { ...headers } })
      const title = `GET ${LIST} of ${BOOKS} books, ${name}, against bare node:http with the same bytes`
      outcomes.push(await compareRequests(title, target(site), target(plain), { atLeast: 0.8 }))
      await plain.stop()
    }
    return outcomes
  } finally {
    await site.close()
  }
}
