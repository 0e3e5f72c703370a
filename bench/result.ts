/** One measured promise. `ratio` is what was measured against its reference in the same run. */
export type Result = {
  name: string
  ratio: number
  promise: { atLeast: number } | { atMost: number }
  /** What was measured and what it is held against, in the units of the matter */
  measured: string
  reference: string
}

/** A figure worth knowing of which nothing is promised. */
export type Figure = Omit<Result, 'promise'>

/** A promise that can't be measured on this machine, and why. It is neither kept nor broken. */
type Skipped = { name: string; skipped: string }

export type Outcome = Result | Figure | Skipped

/** Only what was promised and measured can be broken. */
export function isKept(outcome: Outcome): boolean {
  if (!('promise' in outcome)) return true
  const { ratio, promise } = outcome
  return 'atLeast' in promise ? ratio >= promise.atLeast : ratio <= promise.atMost
}
