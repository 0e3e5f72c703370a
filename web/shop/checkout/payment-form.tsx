import { useState } from 'react'
import { flushSync } from 'react-dom'
import { GATEWAYS } from '#contracts/shop/gateways.ts'
import type { Order, PaymentOption } from '#contracts/shop/order.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { useKeepsClientId } from '#web/lib/access/use-keeps-client-id.ts'
import { useSite } from '#web/lib/site.tsx'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmailField } from '#web/ui/email-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FormNotice, focusOnMount } from '#web/ui/form-notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type FormValues, usePublicForm } from '#web/ui/use-public-form.ts'
import { PaymentOptionCards } from './payment-option-cards.tsx'
import { asksPhone, gatewayName, paymentOptionValue } from './payment-options.ts'
import { previousOutcome } from './previous-outcome.ts'
import { sendPayment } from './send-payment.ts'
import { useRequote } from './use-requote.ts'
import { validatePayment } from './validate-payment.ts'

const TEST_NUMBERS = 'Any number works, and no phone is called. 0773 333 333 declines; 0774 444 444 has no money.'

/** Form that starts a payment. `silent` hides the outcome of the last attempt if the buyer canceled it on this page. */
export function PaymentForm({ order, onOrder, silent }: { order: Order; onOrder: (order: Order) => void; silent: boolean }) {
  const { currencyNames } = useSite()
  const { option, setOption } = usePaymentOption(order)
  const { form, errors, notice, busy, submits, recheck } = usePublicForm((values) => validatePayment({ option, ...buyerOf(values) }))
  const { requote, failure } = useRequote(order, onOrder)
  const keeps = useKeepsClientId()
  const noun = order.product.kind === 'book' ? 'book' : 'episode'
  const outcome = silent ? undefined : previousOutcome(order.attempt)

  const submit = submits('send', async (values) => {
    if (!option) return {}
    const { email, phone } = buyerOf(values)
    writeStorage('email', email)
    const sent = await sendPayment(order.id, { ...option, email, ...(asksPhone(option) && { phone }) })
    // After a price change, the new price is displayed before the buyer can pay.
    if (sent.isOutdated) await requote(order.amount.currency, { before: order.amount })
    const { order: next } = sent
    // The outcome is rendered at once and focused, since it is displayed above the payment options and may be out of view.
    if (next) flushSync(() => onOrder(next))
    if (next?.attempt) form.current?.querySelector<HTMLElement>('[data-status-title]')?.focus()
    // The order stays unpaid if the payment was declined immediately, or if the buyer owns the item through another order. In the latter
    // case, requesting a new order opens the item.
    if (next?.state === 'unpaid' && !sent.failure) await requote(order.amount.currency)
    return sent
  })

  const text = notice?.text ?? failure
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={recheck} aria-label="Payment" className="mt-8 grid grid-cols-1 gap-6">
      {outcome && !text && (
        <div data-status-title tabIndex={-1} className="outline-none">
          <FormNotice notice={{ kind: 'error', text: outcome }} />
        </div>
      )}
      {keeps === false && (
        <Callout as="p" className="px-4 py-3 text-base">
          {`This browser does not save anything for this site. The ${noun} opens here as soon as you have paid. Later, you can open it in any browser with the link in your receipt.`}
        </Callout>
      )}
      <PaymentOptionCards options={order.ways} chosen={option} error={errors.option} onChoose={setOption} />
      {option && asksPhone(option) && (
        <TextField
          label="Phone number to pay from"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0771 234 567"
          required
          hint={GATEWAYS[option.gateway].simulated ? TEST_NUMBERS : undefined}
          error={errors.phone}
        />
      )}
      <EmailField
        label="Your email address"
        name="email"
        required
        defaultValue={order.email ?? readStorage('email') ?? ''}
        hint="We send your receipt there. With this address you can find the purchase again on any device."
        error={errors.email}
      />
      {text && <FormNotice notice={{ kind: 'error', text }} ref={focusOnMount} />}
      <Button type="submit" size="large" busy={busy !== undefined} className="w-full">
        {busy ? 'One moment…' : `Pay ${formatAmount(order.amount, currencyNames)}`}
      </Button>
      <p className="text-base text-soft">
        By paying you agree to our <TextLink to="/terms">terms</TextLink>. See also our rules for <TextLink to="/refunds">refunds</TextLink>{' '}
        and <TextLink to="/privacy">privacy</TextLink>.
      </p>
      {option && <NextSteps option={option} kind={order.product.kind} />}
    </form>
  )
}

/**
 * State of the chosen payment option: initially the option of the last attempt, or else the first option. After a change of currency, the
 * chosen option may be unavailable.
 */
function usePaymentOption({ ways, attempt }: Order) {
  const [value, setValue] = useState(attempt ? paymentOptionValue(attempt) : undefined)
  const option = ways.find((candidate) => paymentOptionValue(candidate) === value) ?? ways[0]
  return { option, setOption: (chosen: PaymentOption) => setValue(paymentOptionValue(chosen)) }
}

function buyerOf({ email = '', phone = '' }: FormValues) {
  return { email: email.trim(), phone: phone.trim() }
}

function NextSteps({ option, kind }: { option: PaymentOption; kind: Order['product']['kind'] }) {
  const steps = asksPhone(option)
    ? [promptOf(option), 'This page updates when you have paid.']
    : [`You go to the page of ${gatewayName(option.gateway)} and pay there.`, 'After that, you return here.']
  return (
    <section aria-labelledby="next-steps" className="mt-2">
      <h2 id="next-steps" className="font-medium text-title-xs">
        What happens next
      </h2>
      <ol className="mt-3 grid gap-2 text-base text-soft">
        {[...steps, `The ${kind === 'book' ? 'book' : 'episode'} opens automatically, and we email your receipt.`].map((step, index) => (
          <li key={step} className="flex gap-3">
            <span aria-hidden className="w-4 shrink-0 font-serif text-lamp-deep tabular-nums">
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
  return GATEWAYS[gateway].simulated
    ? 'A simulated phone responds after a few seconds.'
    : 'Your phone asks you to confirm. Enter your PIN there, never here.'
}
