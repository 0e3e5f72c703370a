import { type Reading, startReaders } from '#lab/faults/light-readers.ts'
import type { Cluster } from '../cluster.ts'
import type { AcknowledgedChanges } from './acknowledged-changes.ts'
import { buyRepeatedly } from './buyers.ts'
import { publishRepeatedly } from './publishers.ts'
import { createRecorder } from './recorder.ts'
import { visitRepeatedly } from './visitors.ts'

const BUYERS = 5
const VISITORS = 4

export type LoadReport = {
  /** Outcomes of the readers' requests */
  reads: Reading[]
  /** Outcomes of the requests of buyers, publishers and visitors, including retries */
  calls: Reading[]
  published: number
  lostBytes: number
  uploads: { spread: number; resumed: number }
  /** Reasons why purchases and publications failed after a minute of retries */
  givenUp: string[]
  /** Number of times that a visitor received an older catalogue than before */
  backwards: number
}

/**
 * Starts readers, buyers, publishers and visitors. Records the acknowledged changes.
 * @param rate requests of readers per second
 */
export async function startLoad(
  { url, items, paynow, admins }: Cluster,
  { acknowledged, rate }: { acknowledged: AcknowledgedChanges; rate: number },
) {
  const recorder = createRecorder()
  const ending = new AbortController()
  const { signal } = ending
  const readers = await startReaders({ url, file: items.freeFile, perSecond: rate, fromEverywhere: true })
  const shop = { url, productIds: items.priced, paynow, recorder, acknowledged, signal }
  const buyers = Array.from({ length: BUYERS }, () => buyRepeatedly(shop))
  const publishers = admins.map((admin, at) => publishRepeatedly({ url, admin, number: at + 1, recorder, acknowledged, signal }))
  const visitors = Array.from({ length: VISITORS }, () => visitRepeatedly(url, { recorder, signal }))

  return {
    end: async (): Promise<LoadReport> => {
      const reads = await readers.end()
      ending.abort()
      const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
      const published = await Promise.all(publishers)
      return {
        reads,
        calls: recorder.calls,
        published: sum(published.map((each) => each.published)),
        lostBytes: sum(published.map((each) => each.lostBytes)),
        uploads: { spread: sum(published.map((each) => each.uploads.spread)), resumed: sum(published.map((each) => each.uploads.resumed)) },
        givenUp: [...(await Promise.all(buyers)).flat(), ...published.flatMap(({ failures }) => failures)],
        backwards: sum(await Promise.all(visitors)),
      }
    },
  }
}
