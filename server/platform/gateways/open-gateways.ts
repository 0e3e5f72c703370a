import type { Gateway } from './gateway.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { createPaynowGateway } from './paynow/paynow-gateway.ts'

/**
 * The gateways that are set up, in the order in which buyers see them.
 * @param sandbox the one that `settings.sandbox` asks for; it is made elsewhere, since its page needs it as well
 */
export async function openGateways({ publicUrl, paynow, stripe }: GatewaySettings, sandbox?: Gateway): Promise<Gateway[]> {
  return [
    ...(paynow ? [createPaynowGateway({ settings: paynow, publicUrl })] : []),
    ...(stripe ? [await openStripeGateway(stripe)] : []),
    ...(sandbox ? [sandbox] : []),
  ]
}

/** Stripe's library is large: it is loaded by those who use it. */
async function openStripeGateway(settings: NonNullable<GatewaySettings['stripe']>) {
  const { createStripeGateway } = await import('./stripe/stripe-gateway.ts')
  return createStripeGateway({ settings })
}
