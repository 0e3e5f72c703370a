import { ProblemError } from '#server/platform/problems.ts'

/**
 * The run of a loop whose work follows from the catalogue: once after the start, which `begin` opens, and again after each change. It is
 * repeated until it was done to its end.
 */
export function runAfterChanges({
  catalogueVersion,
  begin,
  work,
}: {
  catalogueVersion: { current: () => number }
  begin: () => Promise<void>
  work: (signal: AbortSignal) => Promise<void>
}) {
  let hasBegun = false
  /** The version of the catalogue in which nothing was missing. */
  let done: number | undefined

  return async (signal: AbortSignal): Promise<void> => {
    const version = catalogueVersion.current()
    if (done === version) return
    if (!hasBegun) await begin()
    hasBegun = true
    try {
      await work(signal)
    } catch (error) {
      // It goes on when there is room again, which the overview asks for.
      if (error instanceof ProblemError) return
      throw error
    }
    if (!signal.aborted) done = version
  }
}
