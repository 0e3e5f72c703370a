/** One thing that was measured. What has no bound is only worth knowing. */
export type Figure = { name: string; value: number; unit?: string; atMost?: number; atLeast?: number }

/** The product under harm. After `restart` and `kill` followed by `restart`, `pid` is another one; the address stays. */
export type Product = {
  url: string
  readonly pid: number
  dataDir: string
  /** What it printed since it was started last */
  readonly output: string[]
  credentials: { email: string; password: string }
  /** The header for admin calls */
  headers: { authorization: string }
  /** A free book, a priced one and an episode, which readers read */
  items: { free: string; priced: string; episode: string; freeFile: string }
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Starts it again after it ended, in whichever way. */
  restart: (settings?: Record<string, string>) => Promise<void>
}

/** `round` counts from 0 how often the harm was done to the same product before. */
export type HarmOptions = { long: boolean; log: (line: string) => void; round: number }

/** What is done to the product, and what must hold meanwhile and after. */
export type Harm = {
  /** Its row in the table of harms */
  number: number
  name: string
  settings?: Record<string, string>
  /** The largest heap of its main process; 512 unless given, as on a small machine */
  heapMegabytes?: number
  /** How many files and connections may be open; 4,096 unless given */
  openFiles?: number
  /** How many times slower light readers may become meanwhile; not bound when the harm takes the product down on purpose */
  readersAtMost?: number
  /** How much larger than after its start the process may be when the harm is over; not bound unless given */
  growthAtMostMegabytes?: number
  /**
   * How many times it is done; once unless given. The first ones fill whatever the product keeps up to its bounds; when the last is
   * over, the process may be a tenth larger than before it.
   */
  rounds?: number
  run: (product: Product, options: HarmOptions) => Promise<Figure[]>
}

export function isKept({ value, atMost, atLeast }: Figure): boolean {
  return !Number.isNaN(value) && value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY)
}
