import { ProblemError } from '#server/platform/problems.ts'

/**
 * Returns the run function of a worker that depends on the catalogue. The work runs once after startup, preceded by `begin`, and again
 * after each change of the catalogue. Failed work is retried.
 */
export function runAfterChanges(options: {
  catalogueVersion: { current: () => number }
  begin: () => Promise<void>
  work: (signal: AbortSignal) => Promise<void>
}) {
  const { catalogueVersion, begin, work } = options
  let hasBegun = false
  /** Catalogue version for which the work was completed. */
  let done: number | undefined

  return async (signal: AbortSignal): Promise<void> => {
    const version = catalogueVersion.current()
    if (done === version) return
    if (!hasBegun) await begin()
    hasBegun = true
    try {
      await work(signal)
    } catch (error) {
      // A refused write, as on a full disk, is not an error here: the work is retried at the next run, and the overview reports the disk.
      if (error instanceof ProblemError) return
      throw error
    }
    if (!signal.aborted) done = version
  }
}
