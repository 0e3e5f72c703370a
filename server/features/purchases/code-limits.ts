import type { PurchaseCodeRequest } from '#contracts/purchase.ts'
import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { tooManyRequests } from '#server/platform/http/problems.ts'
import type { Met, Tries } from '#server/platform/tries/tries.store.ts'

/** Codes within an hour: those that one browser asks for with an e-mail address, and those that a network does. */
const BY_BROWSER = 5
const BY_NETWORK = 10
/** Codes within an hour that a network asks for with whatever address; a phone company puts a whole town behind one. */
const BY_NETWORK_FOR_ANYBODY = 300
/**
 * Codes within an hour for an e-mail address, from wherever. Networks that had not asked for it have places of their own:
 * what strangers ask for must not keep the owner out, nor fill the owner's mailbox.
 */
const FOR_EMAIL = { again: 25, first: 100 }
const SECONDS = 3600

/** Counts who asks for codes. E-mail addresses are in lower case. */
export function createCodeLimits(tries: Tries) {
  /** @throws ProblemError 429, with an error of the field `code` for browsers that have been sent codes enough */
  return async ({ email, clientId }: PurchaseCodeRequest, address: string): Promise<void> => {
    const network = networkOf(address)
    const browserKey = `code for ${digest(`${email} ${clientId}`)}`
    const networkKey = `code for ${digest(email)} from ${network}`
    const turn = (await tries.has({ key: networkKey, seconds: SECONDS })) ? 'again' : 'first'
    const most = {
      [browserKey]: BY_BROWSER,
      [networkKey]: BY_NETWORK,
      [`code for ${digest(email)} ${turn}`]: FOR_EMAIL[turn],
      [`code for anybody from ${network}`]: BY_NETWORK_FOR_ANYBODY,
    }
    const { met } = await tries.count(Object.entries(most).map(([key, most]) => ({ key, most, seconds: SECONDS })))
    if (met) throw met.key === browserKey ? enoughCodes(met) : tooManyCodes(met)
  }
}

function enoughCodes({ waitSeconds }: Met) {
  return tooManyRequests('Several codes were asked for in this browser', waitSeconds, {
    detail: 'The newest that came is the good one.',
    errors: [{ field: 'code', message: 'Enter the newest code that came.' }],
  })
}

/** Whoever reads it may have asked for the first time: others share the network, or use the address. */
function tooManyCodes({ waitSeconds }: Met) {
  return tooManyRequests('No more codes can be sent for the moment', waitSeconds, {
    detail: 'Many were asked for with this address or over this network, perhaps by others.',
  })
}
