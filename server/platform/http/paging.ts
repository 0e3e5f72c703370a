import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from '#contracts/list.ts'

/** Says in headers how many items the filters let through and where the next page is; answers the items. */
export function sendPage<Item>(request: FastifyRequest, reply: FastifyReply, { items, total, next }: Page<Item>): Item[] {
  reply.header('x-total-count', total)
  if (next) {
    const address = new URL(request.url, 'http://host')
    address.searchParams.set('cursor', next)
    reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
  }
  return items
}
