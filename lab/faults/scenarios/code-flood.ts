import type { Scenario } from '../scenario.ts'
import { distinctNetworks, postFrom, tally } from './post-from.ts'
import { newClientId, requestCode } from './request-code.ts'

const REQUESTS = 10_000

/** Fault scenario: a few networks request ten thousand client ids, and codes for as many email addresses. */
export const codeFlood: Scenario = {
  number: 7,
  name: 'client ids and codes from few networks',
  settings: { TRUST_PROXY: 'loopback' },
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 50,
  rounds: 2,
  run: async (product, { round }) => {
    const networks = distinctNetworks(5, 1000 * round)
    const { clientIds, codes } = await floodCodes(product, { networks, requests: REQUESTS, atOnce: 16 })
    return [
      { name: 'client ids', value: clientIds[200] ?? 0, atLeast: REQUESTS },
      { name: 'codes stored', value: codes[204] ?? 0, atMost: 300 * networks.length },
      { name: 'codes refused', value: codes[429] ?? 0 },
    ]
  },
}

/**
 * Requests client ids and purchase codes from few networks, each for another browser and email address. Returns the number of responses by
 * status.
 */
export async function floodCodes(
  { url }: { url: string; pid?: number },
  { networks, requests, atOnce }: { networks: string[]; requests: number; atOnce: number },
): Promise<{ clientIds: Record<number, number>; codes: Record<number, number> }> {
  const network = (at: number) => networks[at % networks.length] ?? ''
  const times = (task: (at: number) => Promise<number>) => Array.from({ length: requests }, (_, at) => () => task(at))
  const clientIds = times(async (at) => {
    const response = await postFrom(network(at), `${url}/api/get-client-id`, {})
    await response.arrayBuffer()
    return response.status
  })
  const codes = times((at) => requestCode(url, { email: `nobody${at}@example.com`, clientId: newClientId(), network: network(at) }))
  return { clientIds: await tally(clientIds, atOnce), codes: await tally(codes, atOnce) }
}
