/** Measurement with a target. `ratio` is the measured value divided by the reference value of the same run. */
export type Result = {
  name: string
  ratio: number
  promise: { atLeast: number } | { atMost: number }
  /** The measured value and its reference, with units */
  measured: string
  reference: string
}

/** A measurement without a target. */
export type Figure = Omit<Result, 'promise'>

/** Target that can't be measured on this machine, with the reason. */
type Skipped = { name: string; skipped: string }

export type Outcome = Result | Figure | Skipped

/** Compares a value with the target, which is a maximum; `measured` can describe the value in more detail. */
export function atMostPromised(
  name: string,
  {
    value,
    promised,
    format,
    measured = format(value),
  }: { value: number; promised: number; format: (value: number) => string; measured?: string },
): Result {
  return { name: `${name}, against the target`, ratio: value / promised, promise: { atMost: 1 }, measured, reference: format(promised) }
}

/** Returns whether a measurement meets its target. Measurements without a target and skipped ones count as met. */
export function isKept(outcome: Outcome): boolean {
  if (!('promise' in outcome)) return true
  const { ratio, promise } = outcome
  return 'atLeast' in promise ? ratio >= promise.atLeast : ratio <= promise.atMost
}
