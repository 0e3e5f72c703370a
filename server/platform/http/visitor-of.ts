import type { FastifyRequest } from 'fastify'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { networkOf } from './ip-networks.ts'

/** Returns the client of a request for fair queues. `isGone` checks the connection on demand, since many requests share a connection. */
export function visitorOf(request: FastifyRequest): Visitor {
  const { socket } = request.raw
  return { client: networkOf(request.ip), isGone: () => socket.destroyed }
}
