import { setTimeout as delay } from 'node:timers/promises'
import { compareMedia } from '#lab/crash/find-media-faults.ts'
import type { Fault } from '#tests/support/fault-proxy.ts'
import { openDescriptors, residentMemory } from '#tests/support/process-status.ts'
import type { Cluster } from '../cluster.ts'
import { isFailed } from '../load/recorder.ts'
import { failHalf, hang, resetHalf } from '../object-storage.ts'
import type { ClusterFault } from './fault.ts'

const FAULTS: { name: string; fault: Fault }[] = [
  { name: 'hangs', fault: hang },
  { name: 'returns 500 to half of the calls', fault: failHalf },
  { name: 'resets half of the connections', fault: resetHalf },
]
const FAULT_MS = 30_000
/** Pause between two faults, during which publishing must succeed again, in ms. */
const HEALED_MS = 25_000
const MEGABYTE = 1024 ** 2
/** Tolerated variation in the number of open sockets and files. */
const MAY_VARY = 40

/** Fault: the S3 service hangs, fails half of the calls, and resets half of the connections, for half a minute each. */
export const failingStorage: ClusterFault = {
  name: 'the S3 service failing',
  run: async (cluster, { log }) => {
    const { storage } = cluster
    await delay(HEALED_MS)
    const before = await usage(cluster)
    const periods: { name: string; began: number; ended: number }[] = []
    for (const { name, fault } of FAULTS) {
      const began = Date.now()
      storage.inject(fault)
      await delay(FAULT_MS)
      storage.heal()
      periods.push({ name, began, ended: Date.now() })
      log(`fault ended: it ${name}`)
      await delay(HEALED_MS)
    }
    await delay(HEALED_MS)
    const after = await usage(cluster)
    return {
      figures: [
        { name: 'memory growth', value: (after.bytes - before.bytes) / MEGABYTE / cluster.nodes.length, unit: 'MB per node' },
        { name: 'growth of open files and sockets', value: after.descriptors - before.descriptors, atMost: MAY_VARY },
        ...(await mediaFigures(cluster)),
      ],
      judge: ({ reads, calls }) => {
        const within =
          ({ began, ended }: { began: number; ended: number }) =>
          ({ at }: { at: number }) =>
            at >= began && at < ended
        const backAfter = (ended: number) =>
          Math.min(
            ...calls
              .filter(({ kind, at, status }) => kind === 'publish' && at > ended && status === 201)
              .map(({ at, milliseconds }) => at + milliseconds - ended),
          ) / 1000
        return [
          ...periods.flatMap((period) => {
            const meanwhile = reads.filter(within(period))
            const published = calls.filter(({ kind }) => kind === 'publish').filter(within(period))
            return [
              {
                name: `it ${period.name}: pages and lists failed`,
                value: meanwhile.filter((read) => read.kind !== 'media' && isFailed(read)).length,
                atMost: 0,
              },
              {
                name: `it ${period.name}: files failed`,
                value: meanwhile.filter((read) => read.kind === 'media' && isFailed(read)).length,
              },
              { name: `it ${period.name}: publications refused with 503`, value: published.filter(({ status }) => status === 503).length },
              { name: `it ${period.name}: publishing restored after`, value: backAfter(period.ended), unit: 's', atMost: 60 },
            ]
          }),
          { name: '500 responses', value: [...reads, ...calls].filter(({ status }) => status === 500).length, atMost: 0 },
        ]
      },
    }
  },
}

async function mediaFigures({ pool, storage: { store } }: Cluster) {
  const { lost, unused } = await compareMedia(pool, store)
  for (const line of lost) console.error(line)
  return [
    { name: 'books published partially', value: lost.length, atMost: 0 },
    { name: 'objects for the next sweep', value: unused.length },
  ]
}

async function usage({ nodes }: Cluster) {
  const each = await Promise.all(
    nodes.map(async ({ pid }) => ({ bytes: (await residentMemory(pid)) ?? 0, descriptors: await openDescriptors(pid) })),
  )
  return {
    bytes: each.reduce((sum, { bytes }) => sum + bytes, 0),
    descriptors: each.reduce((sum, { descriptors }) => sum + descriptors, 0),
  }
}
