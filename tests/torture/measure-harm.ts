import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from './connections.ts'
import { type ProcessFigures, readProcess } from './process-figures.ts'
import { measureReaders, type ReaderFigures } from './reader-figures.ts'

type Figures = ProcessFigures & ReaderFigures
export type HarmFigures = { before: Figures; during: Figures; after: Figures; harm: Record<string, number> }

/** Does the harm and tells how readers and the process fare before, during and after it. */
export async function measureHarm(
  target: Target,
  harm: (during: () => Promise<void>) => Promise<Record<string, number>>,
  { settleMs = 3000 } = {},
): Promise<HarmFigures> {
  const look = async () => ({ ...(await measureReaders(target.url)), ...(await readProcess(target.pid)) })
  // The first readers have the pages made that all others are given.
  await measureReaders(target.url)
  const before = await look()
  let during = before
  const told = await harm(async () => {
    during = await look()
  })
  await delay(settleMs)
  return { before, during, after: await look(), harm: told }
}
