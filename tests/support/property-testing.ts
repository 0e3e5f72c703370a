import fc from 'fast-check'

/*
 * One seed for a test file and all its tries: made-up input that breaks a property meets it again at the next try. A failure prints
 * the seed, and `PROPERTY_SEED` repeats it.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31) })

export default fc
