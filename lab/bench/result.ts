/** Measurement with a promised limit. `ratio` is the measured value divided by the reference value of the same run. */
export type Result = {
  name: string
  ratio: number
  promise: { atLeast: number } | { atMost: number }
  /** The measured value and its reference, with units */
  measured: string
  reference: string
}

/** A measurement without a promised limit. */
export type Figure = Omit<Result, 'promise'>

/** A promise that can't be measured on this machine, with the reason. */
type Skipped = { name: string; skipped: string }

export type Outcome = Result | Figure | Skipped

/** Compares a value with the promised maximum; `measured` can describe it in more detail. */
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

/** Returns whether a measurement meets its promised limit. Measurements without a limit and skipped ones count as met. */
export function isKept(outcome: Outcome): boolean {
  if (!('promise' in outcome)) return true
  const { ratio, promise } = outcome
  return 'atLeast' in promise ? ratio >= promise.atLeast : ratio <= promise.atMost
}
