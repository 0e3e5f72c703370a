import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contracts/list.ts'

/** Says in headers how many items the filters let through and where the next page is; answers the items. */
export function sendPage<Item>(request: FastifyRequest, reply: FastifyReply, page: Page<Item>): Item[] {
  reply.headers(pageHeaders(page, new URL(request.url, 'http://host')))
  return page.items
}

export function pageHeaders({ total, next }: Page<unknown>, address: URL): Record<string, string> {
  if (!next) return { 'x-total-count': String(total) }
  const later = new URL(address)
  later.searchParams.set('cursor', next)
  return { 'x-total-count': String(total), link: `<${later.pathname}${later.search}>; rel="next"` }
}
