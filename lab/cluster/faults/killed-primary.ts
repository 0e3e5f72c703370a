import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import { isFailed } from '../load/recorder.ts'
import type { ClusterFault } from './fault.ts'

const KILLS = 5
const SETTLE_MS = 5000
/** Time for which the standby receives nothing, in ms; shorter than the timeout after which the primary continues without the standby. */
const WITHOUT_STANDBY_MS = 4000
const WRITES = ['buy', 'publish', 'change', 'sign in', 'message']

/**
 * Fault: the primary is killed. Every second kill includes the primary's Patroni, like a failure of the machine, which is noticed only when
 * the lease expires.
 */
export const killedPrimary: ClusterFault = {
  name: 'the primary killed',
  run: async (cluster, { short, log }) => {
    const { postgres } = cluster
    const unreplicated = Number(await isAcknowledgedWithoutStandby(cluster))
    const kills: { at: number; whole: boolean }[] = []
    for (let kill = 1; kill <= (short ? 2 : KILLS); kill++) {
      await postgres.untilSynchronous()
      await delay(SETTLE_MS)
      const whole = kill % 2 === 0
      kills.push({ at: Date.now(), whole })
      const member = await postgres.killPrimary({ withPatroni: whole })
      if (whole) await postgres.startMember(member)
      await postgres.untilSynchronous()
      log(`kill ${kill}${whole ? ' of the whole machine' : ''}: ${(await postgres.findPrimary()).name} is the primary`)
    }
    await delay(SETTLE_MS)
    return {
      figures: [
        { name: 'kills', value: kills.length },
        { name: 'changes acknowledged that the standby did not have', value: unreplicated, atMost: 0 },
      ],
      judge: ({ reads, calls }) => {
        const writes = calls.filter(({ kind }) => WRITES.includes(kind))
        /** Returns the time from the kill to the first successful write that was sent after it. */
        const backAfter = (kill: number) =>
          Math.min(
            ...writes.filter((write) => write.at > kill && !isFailed(write)).map(({ at, milliseconds }) => at + milliseconds - kill),
          ) / 1000
        const slowest = (whole: boolean) => Math.max(...kills.filter((kill) => kill.whole === whole).map(({ at }) => backAfter(at)))
        const failed = (kind: string) => reads.filter((read) => read.kind === kind && isFailed(read)).length
        return [
          { name: 'writes restored after a server kill', value: slowest(false), unit: 's', atMost: 30 },
          { name: 'writes restored after a machine failure', value: slowest(true), unit: 's', atMost: 30 },
          { name: 'pages failed', value: failed('page'), atMost: 0 },
          { name: 'lists failed', value: failed('list') },
          { name: 'file ranges failed', value: failed('media') },
        ]
      },
    }
  },
}

/** Sends a contact message while the standby is paused. Returns whether the message was acknowledged before the standby resumed. */
async function isAcknowledgedWithoutStandby({ url, postgres }: Cluster): Promise<boolean> {
  const resume = await postgres.stopReceiving()
  try {
    const message = fetch(`${url}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.201.0.1' },
      body: JSON.stringify({
        name: 'Rudo',
        email: 'rudo@reader.example',
        subject: 'Other',
        message: `Unreplicated ${crypto.randomUUID()}`,
      }),
    })
    const first = await Promise.race([message, delay(WITHOUT_STANDBY_MS)])
    resume()
    const { status } = await message
    if (status !== 204) throw new Error(`Sending a contact message returned ${status}`)
    return first !== undefined
  } finally {
    resume()
  }
}
