import { networkOf } from '#server/platform/http/ip-networks.ts'
import { tooManyRequests, unavailable } from '#server/platform/problems.ts'

/** Limits of concurrent requests. Each takes milliseconds, so a whole school behind one IP address stays far below. */
const [MAX_OF_NETWORK, MAX] = [100, 400]

/** Limits concurrent requests from one network and in total, before they use the database. */
export function createConcurrencyLimit() {
  const ofNetwork = new Map<string, number>()
  let all = 0

  return async <Result>(ip: string, work: () => Promise<Result>): Promise<Result> => {
    const network = networkOf(ip)
    const count = ofNetwork.get(network) ?? 0
    if (count >= MAX_OF_NETWORK)
      throw tooManyRequests('Too many items are being opened from this network', 2, {
        detail: 'Wait a moment, then try again.',
      })
    if (all >= MAX) throw unavailable('Too many items are being opened', { retryAfterSeconds: 2 })
    ofNetwork.set(network, count + 1)
    all++
    try {
      return await work()
    } finally {
      all--
      const left = (ofNetwork.get(network) ?? 1) - 1
      if (left > 0) ofNetwork.set(network, left)
      else ofNetwork.delete(network)
    }
  }
}
