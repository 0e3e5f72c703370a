import { setTimeout as delay } from 'node:timers/promises'
import { readerFigures, startReaders } from './light-readers.ts'
import { watchMemory } from './resident-memory.ts'
import { type Figure, isKept, type Scenario, type ScenarioOptions } from './scenario.ts'
import { startProduct } from './start-product.ts'

/** Time for measuring readers before and after a scenario, in ms. */
const QUIET_MS = 5000

/** Starts the server, runs the scenario while readers send light traffic and memory is sampled, and returns all figures. */
export async function runScenario(scenario: Scenario, options: Omit<ScenarioOptions, 'round'>): Promise<Figure[]> {
  const product = await startProduct(scenario)
  try {
    const memory = await watchMemory(product)
    const readers = await startReaders({ url: product.url, file: product.items.freeFile })
    await delay(QUIET_MS)
    const { rounds = 1 } = scenario
    const figures: Figure[] = []
    const periods: { began: number; ended: number }[] = []
    for (let round = 0; round < rounds; round++) {
      if (round > 0) await memory.rest()
      const began = Date.now()
      const found = await scenario.run(product, { ...options, round }).finally(memory.sample)
      periods.push({ began, ended: Date.now() })
      // Before the last round, only figures with broken bounds are reported.
      figures.push(...(round === rounds - 1 ? found : found.filter((figure) => !isKept(figure))))
    }
    await delay(QUIET_MS)
    const errors = product.output.filter((line) => /"level":[56]0\b/.test(line)).length
    return [
      ...figures,
      { name: 'errors in the log', value: errors },
      ...readerFigures(await readers.end(), { periods, atMost: scenario.maxReaderSlowdown }),
      ...(await memory.figures(scenario)),
      { name: 'duration', value: periods.reduce((sum, { began, ended }) => sum + ended - began, 0) / 1000, unit: 's' },
    ]
  } finally {
    await product.close()
  }
}
