import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createPaynowGateway } from './paynow/paynow-gateway.ts'

/**
 * Opens the configured gateways, in display order.
 * @param options.testGateway opened by the caller if `settings.testGateway` is on, because the page of the test gateway also needs the
 * instance
 */
export async function openGateways(
  { paynow, stripe }: Pick<GatewaySettings, 'paynow' | 'stripe'>,
  { urls, testGateway }: { urls: Pick<SiteUrls, 'api'>; testGateway?: Gateway },
): Promise<Gateway[]> {
  return [
    ...(paynow ? [createPaynowGateway({ settings: paynow, urls })] : []),
    // The Stripe library is loaded only when needed because it is large.
    ...(stripe ? [(await import('./stripe/stripe-gateway.ts')).createStripeGateway({ settings: stripe })] : []),
    ...(testGateway ? [testGateway] : []),
  ]
}
