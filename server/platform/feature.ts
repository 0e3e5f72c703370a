import type { App } from './http/server.ts'
import type { Loop } from './jobs/loops.ts'
import type { Job } from './jobs/queue.ts'
import type { Gauge } from './metrics/gauge.ts'

export type Routes = (app: App) => Promise<void>

/** Runs once in the background after each start. A failure is logged and keeps neither the app nor the other tasks from working. */
type StartTask = { name: string; run: (signal: AbortSignal) => Promise<unknown> }

/** What the app runs for a feature. A feature’s `open…` returns it together with the services that other features need. */
export type Feature = {
  /** For everyone, below `/api` */
  publicRoutes?: Routes[]
  /** For everyone, below `/api`, never compressed: files and their ranges */
  fileRoutes?: Routes[]
  /** For everyone, at the root of the site, where all other URLs are pages */
  siteRoutes?: Routes[]
  /** For signed-in admins only, below `/api`; `request.actor` is the admin */
  adminRoutes?: Routes[]
  /** Run at set times by one of the apps that share the database */
  jobs?: Job[]
  /** Run again and again on every app */
  loops?: Loop[]
  startTasks?: StartTask[]
  /** Each rejects when what it is named after does not answer; `/api/health` reports the names */
  checks?: Record<string, () => Promise<void>>
  /** Figures for monitors, at `/metrics` */
  gauges?: Gauge[]
}
