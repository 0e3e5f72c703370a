import type { FastifyRequest } from 'fastify'
import type { Visitor } from '#server/platform/queues/fair-queue.ts'
import { networkOf } from './ip-networks.ts'

/** The sender of a request as fair queues need it. `isGone` reads the socket each time, since many requests share a connection. */
export function visitorOf(request: FastifyRequest): Visitor {
  const { socket } = request.raw
  return { client: networkOf(request.ip), isGone: () => socket.destroyed }
}
