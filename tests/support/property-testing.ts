import fc from 'fast-check'

/*
 * One seed for a test file and all its retries, so that a failing input is generated again. A failure prints
 * the seed, and `PROPERTY_SEED` repeats it.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31) })

export default fc
