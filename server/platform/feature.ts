import type { App } from './http/server.ts'
import type { Job } from './jobs/queue.ts'
import type { WorkerTask } from './jobs/workers.ts'
import type { Gauge } from './metrics/gauge.ts'

export type Routes = (app: App) => Promise<void>

/** Runs once in the background after each start. A failure is logged and stops neither the app nor the other tasks. */
type StartupTask = { name: string; run: (signal: AbortSignal) => Promise<unknown> }

/** Routes and background work of a feature. A feature’s `open…` returns it together with the services that other features need. */
export type Feature = {
  /** Public routes below `/api` */
  publicRoutes?: Routes[]
  /** Public routes below `/api` that are never compressed: files and their ranges */
  fileRoutes?: Routes[]
  /** Public routes at the root of the site, where all other URLs are pages */
  siteRoutes?: Routes[]
  /** Routes for signed-in administrators, below `/api`; `request.actor` is the administrator */
  adminRoutes?: Routes[]
  /** Run on a schedule by one of the apps that share the database */
  jobs?: Job[]
  /** Run repeatedly on every app */
  workers?: WorkerTask[]
  startupTasks?: StartupTask[]
  /** Each rejects when the service that it is named after is unavailable; `/api/health` reports the names */
  checks?: Record<string, () => Promise<void>>
  /** Checks of services without which every app can still serve pages: `/api/health/ready` only names those that fail */
  optionalChecks?: Record<string, () => Promise<void>>
  /** Metrics for monitoring, at `/metrics` */
  gauges?: Gauge[]
}
