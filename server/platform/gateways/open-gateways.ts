import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createPaynowGateway } from './paynow/paynow-gateway.ts'
import { createStripeGateway } from './stripe/stripe-gateway.ts'

/**
 * The gateways that are set up, in the order in which buyers see them.
 * @param sandbox the one that `settings.sandbox` asks for; it is made elsewhere, since its page needs it as well
 */
export function openGateways({ publicUrl, paynow, stripe }: GatewaySettings, sandbox?: Gateway): Gateway[] {
  return [
    ...(paynow ? [createPaynowGateway({ settings: paynow, publicUrl })] : []),
    ...(stripe ? [createStripeGateway({ settings: stripe })] : []),
    ...(sandbox ? [sandbox] : []),
  ]
}
