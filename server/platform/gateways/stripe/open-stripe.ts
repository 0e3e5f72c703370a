import Stripe from 'stripe'

/**
 * Stripe's client for an account at an address. Nothing is tried again by itself: whatever is unclear is looked up later.
 * Nor is Stripe told how long its answers took.
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
