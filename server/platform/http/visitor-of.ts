import type { FastifyRequest } from 'fastify'
import type { Visitor } from '#server/platform/queues/fair-queue.ts'
import { networkOf } from './ip-networks.ts'

/** Who sent the request, to those who share out what takes long. Looked at when it matters: many requests may come on one connection. */
export function visitorOf(request: FastifyRequest): Visitor {
  const { socket } = request.raw
  return { client: networkOf(request.ip), isGone: () => socket.destroyed }
}
