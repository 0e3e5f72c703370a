import Stripe from 'stripe'

/**
 * Creates Stripe's client. Without retries, since unclear outcomes are looked up later, and without telemetry.
 */
export function openStripe({ secretKey, apiUrl, timeoutMs }: { secretKey: string; apiUrl: string; timeoutMs: number }): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
