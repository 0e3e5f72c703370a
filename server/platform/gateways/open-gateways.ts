import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createPaynowGateway } from './paynow/paynow-gateway.ts'

/**
 * Opens the gateways that are set up, in the order in which buyers see them.
 * @param sandbox opened by the caller when `settings.sandbox` is on, since its page needs it too
 */
export async function openGateways({ publicUrl, paynow, stripe }: GatewaySettings, sandbox?: Gateway): Promise<Gateway[]> {
  return [
    ...(paynow ? [createPaynowGateway({ settings: paynow, publicUrl })] : []),
    // Stripe's library is large, so it is loaded only when needed.
    ...(stripe ? [(await import('./stripe/stripe-gateway.ts')).createStripeGateway({ settings: stripe })] : []),
    ...(sandbox ? [sandbox] : []),
  ]
}
