/** One measured promise. `ratio` is what was measured against its reference in the same run. */
export type Result = {
  name: string
  ratio: number
  promise: { atLeast: number } | { atMost: number }
  /** What was measured and its reference, with units */
  measured: string
  reference: string
}

/** A figure worth knowing of which nothing is promised. */
export type Figure = Omit<Result, 'promise'>

/** A promise that can't be measured on this machine, and why. It is neither kept nor broken. */
type Skipped = { name: string; skipped: string }

export type Outcome = Result | Figure | Skipped

/** Holds a value against the promised maximum; `measured` says more than the value. */
export function atMostPromised(
  name: string,
  {
    value,
    promised,
    format,
    measured = format(value),
  }: { value: number; promised: number; format: (value: number) => string; measured?: string },
): Result {
  return { name: `${name}, of what is promised`, ratio: value / promised, promise: { atMost: 1 }, measured, reference: format(promised) }
}

/** Only what was promised and measured can be broken. */
export function isKept(outcome: Outcome): boolean {
  if (!('promise' in outcome)) return true
  const { ratio, promise } = outcome
  return 'atLeast' in promise ? ratio >= promise.atLeast : ratio <= promise.atMost
}
