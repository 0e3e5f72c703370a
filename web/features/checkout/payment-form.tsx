import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Order, PaymentForm as Payment, PaymentOption } from '#contracts/order.ts'
import { PHONE_METHODS } from '#contracts/payment.ts'
import { formatAmount } from '#contracts/price.ts'
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage/local-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { focusFirstError } from '#web/ui/focus-first-error.ts'
import { FormNotice, focusOnMount } from '#web/ui/form-notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { NextSteps } from './next-steps.tsx'
import { PaymentOptionCards } from './payment-option-cards.tsx'
import { paymentOptionValue } from './payment-options.ts'
import { previousOutcome } from './previous-outcome.ts'
import { sendPayment } from './send-payment.ts'
import { useRequote } from './use-requote.ts'
import { type PaymentErrors, validatePayment } from './validate-payment.ts'

const TEST_NUMBERS = 'Any number pays, and none is called. 0773 333 333 declines; 0774 444 444 has no money.'

/** How to pay, and who pays. `silent` when the buyer turned back themselves, and need not be told what became of the last try. */
export function PaymentForm({ order, onOrder, silent }: { order: Order; onOrder: (order: Order) => void; silent: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const { option, setOption } = usePaymentOption(order)
  const [errors, setErrors] = useState<PaymentErrors>({})
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { reorder, failure } = useRequote(order, onOrder)
  const outcome = silent ? undefined : previousOutcome(order.attempt)

  useEffect(() => {
    // A page that comes back from the back/forward cache comes with the state it left with.
    const rest = () => setSending(false)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])

  function showErrors(found: PaymentErrors) {
    flushSync(() => setErrors(found))
    focusFirstError(form.current)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending || !form.current) return
    const values = { option, ...readForm(form.current) }
    const found = validatePayment(values)
    setRefusal(undefined)
    showErrors(found)
    if (!option || Object.keys(found).length > 0) return
    writeStorage(STORAGE_KEYS.email, values.email)
    setSending(true)
    const payment: Payment = { ...option, email: values.email, ...(asksPhone(option) && { phone: values.phone }) }
    const sent = await sendPayment(order.id, payment)
    if (sent.leaving) return
    // Another price is to be seen before it is paid.
    if (sent.isOutdated) await reorder(order.amount.currency, { before: order.amount })
    setSending(false)
    if (sent.order) onOrder(sent.order)
    // What became of it is said above the ways to pay, which may be out of sight.
    if (sent.order?.attempt) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[data-status-title]')?.focus())
    if (sent.errors) showErrors(sent.errors)
    if (sent.refusal) setRefusal(sent.refusal)
    // Declined at once, or the item is owned already by another order: asking again tells, and opens it then.
    if (sent.order?.state === 'unpaid' && !sent.refusal) await reorder(order.amount.currency)
  }

  /** A message beside a field goes as soon as the field is right. */
  function recheck() {
    if (!form.current || Object.keys(errors).length === 0) return
    const found = validatePayment({ option, ...readForm(form.current) })
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([field]) => found[field as keyof PaymentErrors])))
  }

  const text = refusal ?? failure
  return (
    <form ref={form} noValidate onSubmit={submit} onInput={recheck} aria-label="Payment" className="mt-8 grid grid-cols-1 gap-6">
      {outcome && !text && (
        <div data-status-title tabIndex={-1} className="outline-none">
          <FormNotice notice={{ kind: 'error', text: outcome }} />
        </div>
      )}
      <PaymentOptionCards options={order.ways} chosen={option} error={errors.option} onChoose={setOption} />
      {option && asksPhone(option) && (
        <TextField
          label="Phone number that pays"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0771 234 567"
          required
          hint={option.gateway === 'sandbox' ? TEST_NUMBERS : undefined}
          error={errors.phone}
        />
      )}
      <TextField
        label="Your e-mail address"
        name="email"
        type="email"
        autoComplete="email"
        required
        defaultValue={order.email ?? readStorage(STORAGE_KEYS.email) ?? ''}
        hint="Your receipt goes there, and with it you find this purchase again on any device."
        error={errors.email}
      />
      {text && <FormNotice notice={{ kind: 'error', text }} ref={focusOnMount} />}
      <Button type="submit" size="large" busy={sending} className="w-full">
        {sending ? 'One moment…' : `Pay ${formatAmount(order.amount)}`}
      </Button>
      <Agreement />
      {option && <NextSteps option={option} kind={order.product.kind} />}
    </form>
  )
}

/** What the button agrees to, a press away. */
function Agreement() {
  return (
    <p className="text-base text-soft">
      By paying you agree to our <TextLink to="/terms">terms</TextLink>. When you get your money back is said under{' '}
      <TextLink to="/refunds">refunds</TextLink>, and what we keep of you under <TextLink to="/privacy">privacy</TextLink>.
    </p>
  )
}

/** The chosen option: the last one tried, else the first. Another currency may not have it. */
function usePaymentOption({ ways, attempt }: Order) {
  const [value, setValue] = useState(attempt ? paymentOptionValue(attempt) : undefined)
  const option = ways.find((candidate) => paymentOptionValue(candidate) === value) ?? ways[0]
  return { option, setOption: (chosen: PaymentOption) => setValue(paymentOptionValue(chosen)) }
}

function asksPhone({ method }: PaymentOption) {
  return PHONE_METHODS.includes(method)
}

function readForm(form: HTMLFormElement) {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return { email: text('email'), phone: text('phone') }
}
