/** Largest growth of work whose time is about proportional to its input, with a margin for noise. Quadratic work grows by 64. */
export const MAX_LINEAR_GROWTH = 40

/** Processor time of a measurement in µs. Shorter measurements are repeated, since they would consist of noise. */
const LEAST_US = 20_000
const ROUNDS = 5

/**
 * Returns how many times as much processor time the work takes for the whole size as for an eighth of it: about 8 for linear work, 64 for
 * quadratic work. Processor time of the thread, so that the load of the machine does not count.
 * @param prepare creates the input of a size, and returns the work on it
 */
export async function growthOfTime(size: number, prepare: (size: number) => Work | Promise<Work>): Promise<number> {
  const [small, whole] = [await prepare(size / 8), await prepare(size)]
  await whole()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push((await timeOf(whole)) / (await timeOf(small)))
  return Math.min(...rounds)
}

type Work = () => unknown

async function timeOf(work: Work): Promise<number> {
  const began = process.threadCpuUsage()
  for (let count = 1; ; count++) {
    await work()
    const { user, system } = process.threadCpuUsage(began)
    if (user + system >= LEAST_US) return (user + system) / count
  }
}
