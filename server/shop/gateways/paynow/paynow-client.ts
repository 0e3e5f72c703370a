import { GatewayUnclearError, UntrustedMessageError } from '#server/shop/gateways/gateway.ts'
import { type PaynowField, type PaynowMessage, parseMessage, withoutBuyerData, writeMessage } from './paynow-message.ts'

/** Response from Paynow. `raw` is the part of the response that is stored. */
export type PaynowAnswer = { raw: string; message: PaynowMessage }

/**
 * Creates a client for Paynow's API that sends requests to Paynow's host only.
 * @throws GatewayUnclearError for anything that is not clearly a response from Paynow
 * @param baseUrl an origin, such as `https://www.paynow.co.zw`
 */
export function createPaynowClient({ baseUrl, timeoutMs }: { baseUrl: string; timeoutMs: number }) {
  const base = new URL(baseUrl)

  async function post(url: URL, fields: PaynowField[]): Promise<PaynowAnswer> {
    const text = await fetchText(url, writeMessage(fields))
    try {
      return { raw: withoutBuyerData(text), message: parseMessage(text) }
    } catch (error) {
      if (!(error instanceof UntrustedMessageError)) throw error
      throw new GatewayUnclearError(`Paynow’s response can’t be read: ${error.message}`)
    }
  }

  async function fetchText(url: URL, body: string) {
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/x-www-form-urlencoded, text/plain' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      text = await response.text()
    } catch (error) {
      throw new GatewayUnclearError('Paynow did not respond', { cause: error })
    }
    if (!response.ok) throw new GatewayUnclearError(`Paynow responded with HTTP ${response.status}`)
    return text
  }

  /** Rewrites a URL on Paynow's host to the configured origin, to enforce the protocol. Returns undefined for any other host. */
  function pin(url: string | undefined): URL | undefined {
    if (!url || !URL.canParse(url)) return undefined
    const { protocol, host, username, password, pathname, search } = new URL(url)
    const isTheirs = host === base.host && /^https?:$/.test(protocol) && !username && !password
    return isTheirs ? new URL(`${base.origin}${pathname}${search}`) : undefined
  }

  return {
    pin,
    initiate: (fields: PaynowField[]) => post(new URL('/interface/initiatetransaction', base), fields),
    initiateOnPhone: (fields: PaynowField[]) => post(new URL('/interface/remotetransaction', base), fields),
    trace: (fields: PaynowField[]) => post(new URL('/interface/trace', base), fields),
    poll: (url: string) => {
      const pinned = pin(url)
      if (!pinned) throw new GatewayUnclearError('The poll URL is not on Paynow’s host')
      return post(pinned, [])
    },
  }
}
