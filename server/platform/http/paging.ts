import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contracts/list.ts'
import { readyAnswer } from './ready-answer.ts'
import type { ReadyAnswers } from './ready-answers.ts'

/** Says in headers how many items the filters let through and where the next page is; answers the items. */
export function sendPage<Item>(request: FastifyRequest, reply: FastifyReply, page: Page<Item>): Item[] {
  reply.headers(pageHeaders(page, new URL(request.url, 'http://host')))
  return page.items
}

/**
 * Sends a page of a public list. Its bytes are kept until the catalogue changes, by what of the query means anything.
 * Not for lists that only some may see.
 */
export async function sendPublicPage<Item>(
  answers: ReadyAnswers,
  request: FastifyRequest,
  reply: FastifyReply,
  list: () => Promise<Page<Item>>,
): Promise<never> {
  const address = new URL(request.routeOptions.url ?? '', 'http://host')
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) address.searchParams.set(name, String(value))
  address.searchParams.sort()
  const key = `${address.pathname}${address.search}`
  const answer = await answers.obtain(key, async () => {
    const page = await list()
    const body = Buffer.from(reply.serialize(page.items) as string)
    return readyAnswer({ headers: { ...pageHeaders(page, address), 'content-type': 'application/json; charset=utf-8' }, body })
  })
  // What the route declares to answer is what was serialized.
  return answers.send(request, reply, key, answer) as Promise<never>
}

function pageHeaders({ total, next }: Page<unknown>, address: URL): Record<string, string> {
  if (!next) return { 'x-total-count': String(total) }
  const later = new URL(address)
  later.searchParams.set('cursor', next)
  return { 'x-total-count': String(total), link: `<${later.pathname}${later.search}>; rel="next"` }
}
