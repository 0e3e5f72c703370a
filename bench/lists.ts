import type { Outcome } from './result.ts'
import { openFilledSite } from './support/filled-site.ts'
import { perSecond } from './support/numbers.ts'
import { compare, startPlainServer } from './support/side-by-side.ts'

const BOOKS = 100
const LIST = '/api/books'

/** The list of all books as JSON, against bare node:http with the same bytes: compressed, plain, and for who has it already. */
export async function measureLists(): Promise<Outcome[]> {
  const site = await openFilledSite({ books: BOOKS })
  try {
    const { etag } = Object.fromEntries((await fetch(site.url + LIST)).headers)
    if (!etag) throw new Error('The list has no ETag')
    const outcomes: Outcome[] = []
    for (const [name, headers, status, encoding] of [
      ['compressed', { 'accept-encoding': 'br' }, 200, 'br'],
      ['not compressed', { 'accept-encoding': 'identity' }, 200, undefined],
      ['known', { 'accept-encoding': 'br', 'if-none-match': etag }, 304, undefined],
    ] as const) {
      const answer = await fetch(site.url + LIST, { headers })
      const got = answer.headers.get('content-encoding') ?? undefined
      if (answer.status !== status || got !== encoding) throw new Error(`The list was answered with ${answer.status}, ${got}`)
      const plain = await startPlainServer(site.url, [LIST], headers)
      const { ratio, ours, reference } = await compare(
        { url: site.url + LIST, pid: site.pid, headers },
        { url: plain.url + LIST, pid: plain.pid, headers },
      )
      await plain.stop()
      outcomes.push({
        name: `GET ${LIST} of ${BOOKS} books, ${name}, against bare node:http with the same bytes`,
        ratio,
        promise: { atLeast: 0.8 },
        measured: `${perSecond(ours.perSecond)}, ${ours.microseconds.toFixed(0)} µs each`,
        reference: `${perSecond(reference.perSecond)}, ${reference.microseconds.toFixed(0)} µs each`,
      })
    }
    return outcomes
  } finally {
    await site.close()
  }
}
