import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findVisitor, type Identity, onBehalfOf } from '#server/platform/concurrency/current-visitor.ts'
import type { Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { networkOf, siteNetworkOf } from './ip-networks.ts'

/** Returns the client of a request for fair queues. `isGone` checks the connection on demand, since many requests share a connection. */
export function visitorOf(request: FastifyRequest): Visitor {
  const { socket } = request.raw
  return { ...identityOf(request), isGone: () => socket.destroyed }
}

/** Returns the identity of a request. A request that a page sends while it is rendered has the identity of the page's visitor. */
function identityOf({ ip }: FastifyRequest): Identity {
  return findVisitor() ?? { client: networkOf(ip), site: siteNetworkOf(ip) }
}

/** Runs the handlers of all requests on behalf of their visitors, so that connections of the database are shared fairly. */
export function attributeWork(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => onBehalfOf(identityOf(request), done))
  // The body of a request is parsed in a callback of its stream, which does not belong to the visitor.
  app.addHook('preValidation', (request, _reply, done) => onBehalfOf(identityOf(request), done))
}
