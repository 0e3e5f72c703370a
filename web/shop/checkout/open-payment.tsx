import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { GATEWAYS } from '#contracts/shop/gateways.ts'
import type { Order } from '#contracts/shop/order.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { useSite } from '#web/lib/site.tsx'
import { useAction } from '#web/lib/use-action.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { gatewayName } from './payment-options.ts'
import { StatusPanel } from './status-panel.tsx'

/** Panel of an open payment with the buyer's options. The page polls until the payment is completed. */
export function OpenPayment({ order, lost, onGiveUp }: { order: Order; lost: boolean; onGiveUp: () => Promise<void> }) {
  const { currencyNames } = useSite()
  const [failure, setFailure] = useState<string>()
  const [parameters] = useSearchParams()
  // The parameter `back` is part of the URL to which the gateway redirects the browser.
  const returned = parameters.get('back') === 'paid'
  const { attempt } = order

  const canceling = useAction(
    async () => {
      setFailure(undefined)
      await onGiveUp()
    },
    (error) => {
      console.warn(error)
      setFailure('That did not work. Check your connection and try again.')
    },
  )

  if (!attempt) return null
  const gateway = gatewayName(attempt.gateway)
  const { title, text } = describe(attempt, gateway, returned)
  const atGateway = attempt.state === 'open' && attempt.address !== null
  return (
    <StatusPanel title={title}>
      <p className="mt-2 font-semibold text-lg tabular-nums">{formatAmount(order.amount, currencyNames)}</p>
      <p className="mt-3 whitespace-pre-line">{text}</p>
      <GivenByBuyer phone={attempt.phone} email={order.email} />
      {attempt.expiresAt && !atGateway && <TimeLeft until={attempt.expiresAt} />}
      <p role="status" className="mt-5 flex items-center gap-3 text-base text-soft">
        {lost ? (
          'There is no connection. Nothing is lost: this page continues automatically when you are back online.'
        ) : (
          <>
            <Spinner className="text-lamp" />
            {returned || !atGateway ? `Waiting for confirmation from ${gateway}` : 'This page updates automatically when you have paid'}
          </>
        )}
      </p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        {atGateway && attempt.address && (
          <a href={attempt.address} className={buttonClass()}>
            Continue payment
          </a>
        )}
        <Button variant="outline" busy={canceling.busy} onClick={() => canceling.run()}>
          Pay another way
        </Button>
      </div>
      <ActionError message={failure} />
    </StatusPanel>
  )
}

/** Panel of a payment that the bank is processing, which takes days. Offers no other payment method, since the buyer has already paid. */
export function ProcessingPayment({ order, lost }: { order: Order; lost: boolean }) {
  const { currencyNames } = useSite()
  const { attempt, amount, email, product } = order
  const gateway = attempt ? gatewayName(attempt.gateway) : 'The payment service'
  return (
    <StatusPanel title="Your bank is processing the payment">
      <p className="mt-2 font-semibold text-lg tabular-nums">{formatAmount(amount, currencyNames)}</p>
      <p className="mt-3 [overflow-wrap:anywhere]">
        {`${gateway} has your payment and is waiting for your bank, which can take a few days. You can close this page: the ${
          product.kind === 'book' ? 'book' : 'episode'
        } opens as soon as the payment has arrived, and we send your receipt, with a link to open it, to ${email}. Don’t pay again.`}
      </p>
      {lost && (
        <p role="status" className="mt-5 text-base text-soft">
          There is no connection. Nothing is lost: this page continues automatically when you are back online.
        </p>
      )}
    </StatusPanel>
  )
}

function describe(attempt: NonNullable<Order['attempt']>, gateway: string, returned: boolean) {
  if (attempt.state === 'initiating')
    return {
      title: 'Checking your payment',
      text: `We don’t know yet whether ${gateway} has received your payment, because the connection failed. Nothing is lost, and this page continues as soon as we know.`,
    }
  if (!attempt.address)
    return {
      title: GATEWAYS[attempt.gateway].simulated ? 'Waiting for a simulated phone' : 'Confirm on your phone',
      text: attempt.instructions ?? 'You will get a prompt on your phone. Enter your PIN there to pay.',
    }
  if (returned)
    return {
      title: `Waiting for confirmation from ${gateway}`,
      text: 'This usually takes a few seconds. Then this page continues automatically. If you have not paid yet, you can continue the payment.',
    }
  return {
    title: 'Payment in progress',
    text: `Your payment is open on the page of ${gateway}. Continue it there, or cancel it and pay another way.`,
  }
}

/**
 * The phone number and email address that the buyer has entered, displayed because a typing error would misdirect the phone prompt or the
 * receipt.
 */
function GivenByBuyer({ phone, email }: { phone: string | null; email: string | null }) {
  if (!phone && !email) return null
  return (
    <p className="mt-3 break-words">
      {phone && (
        <>
          The phone number is <strong className="whitespace-nowrap">{phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')}</strong>.{' '}
        </>
      )}
      {email && (
        <>
          Your receipt goes to <strong>{email}</strong>.{' '}
        </>
      )}
      If something is wrong, choose “Pay another way” and correct it.
    </p>
  )
}

/** Countdown to the expiry of a payment. `role="timer"` prevents screen readers from announcing every change. */
function TimeLeft({ until }: { until: string }) {
  const seconds = useCountdown(Date.parse(until))
  return (
    <p role="timer" className="mt-3 text-base text-soft tabular-nums">
      {seconds > 0 ? `Time left: ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : 'This payment has expired.'}
    </p>
  )
}
