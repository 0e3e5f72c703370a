/** A measured value. Without a bound it is only reported. */
export type Figure = { name: string; value: number; unit?: string; atMost?: number; atLeast?: number }

/** The product under test. A restart changes `pid`; the URL stays. */
export type Product = {
  url: string
  readonly pid: number
  dataDir: string
  /** Lines printed since its last start */
  readonly output: string[]
  credentials: { email: string; password: string }
  /** Authorization header for administrator requests */
  headers: { authorization: string }
  /** A free book, a priced book and an episode for the readers */
  items: { free: string; priced: string; episode: string; freeFile: string }
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Starts the product again after it has ended. */
  restart: (settings?: Record<string, string>) => Promise<void>
}

/** `round` counts the runs on the same product from 0. */
export type ScenarioOptions = { long: boolean; log: (line: string) => void; round: number }

/** A fault scenario: the fault injected into the product, and the bounds that must hold during and after it. */
export type Scenario = {
  /** Its row number in the table of fault scenarios */
  number: number
  name: string
  settings?: Record<string, string>
  /** Maximum heap of the main process; by default 512, as on a small machine */
  heapMegabytes?: number
  /** Maximum number of open files and connections; by default 4,096 */
  openFiles?: number
  /** Maximum slowdown factor of light readers; no bound for scenarios that take the product down on purpose */
  maxReaderSlowdown?: number
  /** Maximum growth of the process since its start after the scenario; no bound by default */
  maxGrowthMegabytes?: number
  /**
   * Number of runs; one by default. The first runs fill the caches of the product; during the last one the process may
   * grow by a tenth.
   */
  rounds?: number
  run: (product: Product, options: ScenarioOptions) => Promise<Figure[]>
}

export function isKept({ value, atMost, atLeast }: Figure): boolean {
  return !Number.isNaN(value) && value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY)
}
