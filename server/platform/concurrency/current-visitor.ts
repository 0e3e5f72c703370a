import { AsyncLocalStorage } from 'node:async_hooks'
import type { Visitor } from './fair-queue.ts'

/** Client and site of a visitor, by which queues are fair. */
export type Identity = Pick<Visitor, 'client' | 'site'>

/** Identity of work that no request caused, such as jobs. */
const APP: Identity = { client: 'app' }

const visitors = new AsyncLocalStorage<Identity>()

/** Runs work on behalf of a visitor, including everything that the work awaits. */
export function onBehalfOf<Result>(visitor: Identity, work: () => Result): Result {
  return visitors.run(visitor, work)
}

/** Returns the visitor on whose behalf the code runs; undefined outside of requests. */
export const findVisitor = (): Identity | undefined => visitors.getStore()

/** Returns the visitor on whose behalf the code runs, or the app itself outside of requests. */
export const currentVisitor = (): Identity => findVisitor() ?? APP
