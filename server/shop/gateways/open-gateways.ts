import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createPaynowGateway } from './paynow/paynow-gateway.ts'

/**
 * Opens the configured gateways, in the order of display.
 * @param options.testGateway opened by the caller when `settings.testGateway` is on, since its page needs it too
 */
export async function openGateways(
  { paynow, stripe }: Pick<GatewaySettings, 'paynow' | 'stripe'>,
  { urls, testGateway }: { urls: Pick<SiteUrls, 'api'>; testGateway?: Gateway },
): Promise<Gateway[]> {
  return [
    ...(paynow ? [createPaynowGateway({ settings: paynow, urls })] : []),
    // Stripe's library is large, so it is loaded only when needed.
    ...(stripe ? [(await import('./stripe/stripe-gateway.ts')).createStripeGateway({ settings: stripe })] : []),
    ...(testGateway ? [testGateway] : []),
  ]
}
