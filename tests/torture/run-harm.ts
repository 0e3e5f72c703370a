import { setTimeout as delay } from 'node:timers/promises'
import type { Figure, Harm, HarmOptions } from './harm.ts'
import { readerFigures, startReaders } from './light-readers.ts'
import { watchMemory } from './resident-memory.ts'
import { startProduct } from './start-product.ts'

/** How long readers and memory are looked at before and after a harm. */
const QUIET_MS = 5000

/** Starts the product, does the harm to it while light readers read and its memory is watched, and answers all figures. */
export async function runHarm(harm: Harm, options: HarmOptions): Promise<Figure[]> {
  const product = await startProduct(harm)
  try {
    const readers = await startReaders({ url: product.url, file: product.items.freeFile })
    await delay(QUIET_MS)
    const memory = await watchMemory(product)
    const began = Date.now()
    const figures = await harm.run(product, options).finally(memory.stop)
    const ended = Date.now()
    await delay(QUIET_MS)
    return [
      ...figures,
      { name: 'errors in the log', value: product.output.filter((line) => /"level":[56]0\b/.test(line)).length },
      ...readerFigures(await readers.end(), { began, ended, atMost: harm.readersAtMost }),
      ...(await memory.figures(harm)),
      { name: 'took', value: (ended - began) / 1000, unit: 's' },
    ]
  } finally {
    await product.close()
  }
}
