import fc from 'fast-check'

/*
 * One seed for a test file and all its retries, so that a failing input is generated again. A failure prints
 * the seed, and `PROPERTY_SEED` repeats it.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31) })

/** Runs of a long property: all in `npm run test:full`, a fifth in `npm test`. `FUZZ_RUNS` sets another number for all of them. */
export function longRuns(runs: number): number {
  const { FUZZ_RUNS, TEST_FULL } = process.env
  return Number(FUZZ_RUNS ?? (TEST_FULL ? runs : Math.ceil(runs / 5)))
}

export default fc
