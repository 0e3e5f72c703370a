/** Measured value. A figure without a bound is only reported. */
export type Figure = { name: string; value: number; unit?: string; atMost?: number; atLeast?: number }

/** Server under test. A restart changes `pid`; the URL stays the same. */
export type Product = {
  url: string
  readonly pid: number
  dataDir: string
  /** Lines printed since the last start of the server */
  readonly output: string[]
  credentials: { email: string; password: string }
  /** Authorization header for administrator requests */
  headers: { authorization: string }
  /** Items for the readers: a free book, a priced book and an episode */
  items: { free: string; priced: string; episode: string; freeFile: string }
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Starts the server again after it has ended. */
  restart: (settings?: Record<string, string>) => Promise<void>
}

/** Options of a scenario run. `round` counts the runs on the same server from 0. */
export type ScenarioOptions = { long: boolean; log: (line: string) => void; round: number }

/** Fault scenario: the fault injected into the server, and the bounds that must hold during and after the fault. */
export type Scenario = {
  /** Row number of the scenario in the table of fault scenarios */
  number: number
  name: string
  settings?: Record<string, string>
  /** Maximum heap of the main process in megabytes; by default 512, as on a small machine */
  heapMegabytes?: number
  /** Maximum number of open files and connections; by default 4,096 */
  openFiles?: number
  /** Maximum slowdown factor of readers' responses; no bound for scenarios that stop the server on purpose */
  maxReaderSlowdown?: number
  /** Maximum growth of the server's memory between its start and the end of the scenario; no bound by default */
  maxGrowthMegabytes?: number
  /** Number of runs; one by default. The first runs fill the caches of the server; during the last run memory may grow by a tenth. */
  rounds?: number
  run: (product: Product, options: ScenarioOptions) => Promise<Figure[]>
}

export function isKept({ value, atMost, atLeast }: Figure): boolean {
  return !Number.isNaN(value) && value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY)
}
