import type { PaymentOption } from '#contracts/order.ts'
import { PHONE_METHODS } from '#contracts/payment.ts'
import type { OpenableItem } from '#web/lib/access/item-access.ts'
import { gatewayName } from './payment-options.ts'

/** Explains what follows when the buyer pays. */
export function NextSteps({ option, kind }: { option: PaymentOption; kind: OpenableItem['kind'] }) {
  const steps = PHONE_METHODS.includes(option.method)
    ? [promptOf(option), 'This page notices when it is paid.']
    : [`You go to the page of ${gatewayName(option.gateway)} and pay there.`, 'It brings you back here.']
  return (
    <section aria-labelledby="next-steps" className="mt-2">
      <h2 id="next-steps" className="font-medium text-title-xs">
        What happens next
      </h2>
      <ol className="mt-3 grid gap-2 text-base text-soft">
        {[...steps, `The ${kind === 'book' ? 'book' : 'episode'} opens by itself, and your receipt comes by e-mail.`].map((step, index) => (
          <li key={step} className="flex gap-3">
            <span aria-hidden className="w-4 shrink-0 font-display text-lamp-deep tabular-nums">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}

function promptOf({ gateway }: PaymentOption) {
  return gateway === 'sandbox'
    ? 'A simulated phone answers by itself, after a few seconds.'
    : 'Your phone asks you to confirm; enter your PIN there, never here.'
}
