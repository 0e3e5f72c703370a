import fc from 'fast-check'

/*
 * A test file and all its retries share a seed, so that a failing input is generated again. A failure prints the seed,
 * and `PROPERTY_SEED` repeats it.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31) })

/** Number of runs of a long property test: all in `npm run test:full`, a fifth in `npm test`. `FUZZ_RUNS` overrides this number. */
export function longRuns(runs: number): number {
  const { FUZZ_RUNS, TEST_FULL } = process.env
  return Number(FUZZ_RUNS ?? (TEST_FULL ? runs : Math.ceil(runs / 5)))
}

export default fc
