import type { App } from './http/server.ts'
import type { Job } from './jobs/queue.ts'
import type { WorkerTask } from './jobs/workers.ts'
import type { Gauge } from './metrics/gauge.ts'

export type Routes = (app: App) => Promise<void>

/** Task that runs once in the background after each start. A failure is logged, and stops neither the instance nor the other tasks. */
type StartupTask = { name: string; run: (signal: AbortSignal) => Promise<unknown> }

/** Routes and background work of a feature. The feature’s `open…` function returns them together with services for other features. */
export type Feature = {
  /** Public routes below `/api` */
  publicRoutes?: Routes[]
  /** Public routes below `/api` that are never compressed: files and their ranges */
  fileRoutes?: Routes[]
  /** Public routes at the root of the site, where all other URLs are pages */
  siteRoutes?: Routes[]
  /** Routes for signed-in administrators, below `/api`; `request.actor` is the administrator */
  adminRoutes?: Routes[]
  /** Jobs that one of the instances sharing the database runs on a schedule */
  jobs?: Job[]
  /** Workers that every instance runs repeatedly */
  workers?: WorkerTask[]
  startupTasks?: StartupTask[]
  /** Health checks by service name, each of which rejects when the service is unavailable; `/api/health` reports the names */
  checks?: Record<string, () => Promise<void>>
  /** Health checks of services that are not needed to serve pages; `/api/health/ready` names the failing services, but succeeds */
  optionalChecks?: Record<string, () => Promise<void>>
  /** Metrics for monitoring, at `/metrics` */
  gauges?: Gauge[]
}
