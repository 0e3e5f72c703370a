import { GatewayUnclearError } from '#server/platform/gateways/gateway.ts'
import { MalformedMessageError, type PaynowField, type PaynowMessage, parseMessage, writeMessage } from './paynow-message.ts'

/** An answer as it came, and what it says. */
export type PaynowAnswer = { raw: string; message: PaynowMessage }

/**
 * Talks to Paynow, and to no other host. Whatever is not plainly an answer of theirs is unclear.
 * @param baseUrl an origin, such as `https://www.paynow.co.zw`
 */
export function createPaynowClient({ baseUrl, timeoutMs }: { baseUrl: string; timeoutMs: number }) {
  const base = new URL(baseUrl)

  async function post(address: URL, fields: PaynowField[]): Promise<PaynowAnswer> {
    const raw = (await fetchText(address, writeMessage(fields))).trim()
    try {
      return { raw, message: parseMessage(raw) }
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error
      throw new GatewayUnclearError(`Paynow’s answer can’t be read: ${error.message}`)
    }
  }

  async function fetchText(address: URL, body: string) {
    let response: Response
    let text: string
    try {
      response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/x-www-form-urlencoded, text/plain' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await response.text()
    } catch (error) {
      throw new GatewayUnclearError('Paynow gave no answer', { cause: error })
    }
    if (!response.ok) throw new GatewayUnclearError(`Paynow answered with HTTP ${response.status}`)
    return text
  }

  /** An address of theirs as it may be used: on Paynow's own host, and by the protocol that we trust; undefined for any other. */
  function pin(address: string | undefined): URL | undefined {
    if (!address || !URL.canParse(address)) return undefined
    const { protocol, host, username, password, pathname, search } = new URL(address)
    const isTheirs = host === base.host && /^https?:$/.test(protocol) && !username && !password
    return isTheirs ? new URL(`${base.origin}${pathname}${search}`) : undefined
  }

  return {
    pin,
    initiate: (fields: PaynowField[]) => post(new URL('/interface/initiatetransaction', base), fields),
    initiateOnPhone: (fields: PaynowField[]) => post(new URL('/interface/remotetransaction', base), fields),
    trace: (fields: PaynowField[]) => post(new URL('/interface/trace', base), fields),
    poll: (address: string) => {
      const pinned = pin(address)
      if (!pinned) throw new GatewayUnclearError('The poll address is not on Paynow’s host')
      return post(pinned, [])
    },
  }
}
