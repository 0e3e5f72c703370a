import type { Figure, Scenario } from '../scenario.ts'
import { distinctNetworks, postFrom, tally } from './post-from.ts'

/** Fault scenario: a hundred clients sign in repeatedly, each from a separate network. */
export const signInFlood: Scenario = {
  number: 7,
  name: 'concurrent sign-ins',
  settings: { TRUST_PROXY: 'loopback' },
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 50,
  rounds: 2,
  run: async (product, { long, round }) => {
    const tries = long ? 10_000 : 1000
    const statuses = await floodSignIns(product, { networks: distinctNetworks(tries, 10_000 * round), tries, atOnce: 100 })
    const refused = statuses[401] ?? 0
    const sentAway = statuses[503] ?? 0
    return [
      { name: 'attempts checked', value: refused, atLeast: 1 },
      { name: 'refused with Retry-After', value: sentAway },
      { name: 'other responses', value: tries - refused - sentAway, atMost: 0 },
    ] satisfies Figure[]
  },
}

/** Sends concurrent sign-in attempts, each with another account. Returns the number of responses by status. */
export function floodSignIns(
  { url }: { url: string; pid?: number },
  { networks, tries, atOnce }: { networks: string[]; tries: number; atOnce: number },
): Promise<Record<number, number>> {
  const tasks = Array.from({ length: tries }, (_, at) => async () => {
    const credentials = { email: `nobody${at}@example.com`, password: 'guess' }
    const response = await postFrom(networks[at % networks.length] ?? '', `${url}/api/login`, credentials)
    await response.arrayBuffer()
    return response.status
  })
  return tally(tasks, atOnce)
}
