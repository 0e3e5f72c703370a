/** One measured value. Without a bound it is only reported. */
export type Figure = { name: string; value: number; unit?: string; atMost?: number; atLeast?: number }

/** The product under test. A restart changes `pid`; the URL stays. */
export type Product = {
  url: string
  readonly pid: number
  dataDir: string
  /** What it printed since its last start */
  readonly output: string[]
  credentials: { email: string; password: string }
  /** The header for admin calls */
  headers: { authorization: string }
  /** A free book, a priced one and an episode, which readers read */
  items: { free: string; priced: string; episode: string; freeFile: string }
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Starts it again after it has ended. */
  restart: (settings?: Record<string, string>) => Promise<void>
}

/** `round` counts the runs on the same product from 0. */
export type HarmOptions = { long: boolean; log: (line: string) => void; round: number }

/** A fault scenario: what is done to the product, and which bounds must hold during and after it. */
export type Harm = {
  /** Its row in the table of harms */
  number: number
  name: string
  settings?: Record<string, string>
  /** The largest heap of its main process; 512 unless given, as on a small machine */
  heapMegabytes?: number
  /** How many files and connections may be open; 4,096 unless given */
  openFiles?: number
  /** How many times slower light readers may become; no bound for harms that take the product down on purpose */
  maxReaderSlowdown?: number
  /** How much the process may have grown since its start when the harm is over; no bound by default */
  maxGrowthMegabytes?: number
  /**
   * How many times it is run; once by default. The first runs fill the caches of the product; during the last one the process may grow
   * by a tenth.
   */
  rounds?: number
  run: (product: Product, options: HarmOptions) => Promise<Figure[]>
}

export function isKept({ value, atMost, atLeast }: Figure): boolean {
  return !Number.isNaN(value) && value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY)
}
