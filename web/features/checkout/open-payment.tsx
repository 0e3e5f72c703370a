import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from '#contracts/order.ts'
import { formatAmount } from '#contracts/price.ts'
import { useOnPageShow } from '#web/lib/browser-events.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { gatewayName } from './payment-options.ts'
import { StatusPanel } from './status-panel.tsx'

/** Panel of an open payment with the buyer's options. The page detects the payment's completion automatically. */
export function OpenPayment({ order, lost, onGiveUp }: { order: Order; lost: boolean; onGiveUp: () => Promise<void> }) {
  const [givingUp, setGivingUp] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [parameters] = useSearchParams()
  // Set in the URL to which the gateway returns the browser.
  const returned = parameters.get('back') === 'paid'
  const { attempt } = order

  useOnPageShow(() => setGivingUp(false))

  async function giveUp() {
    setGivingUp(true)
    setFailure(undefined)
    try {
      await onGiveUp()
    } catch (error) {
      console.warn(error)
      setFailure('That did not get through. Check your connection and try again.')
      setGivingUp(false)
    }
  }

  if (!attempt) return null
  const gateway = gatewayName(attempt.gateway)
  const { title, text } = describe(attempt, gateway, returned)
  const atGateway = attempt.state === 'open' && attempt.address !== null
  return (
    <StatusPanel title={title}>
      <p className="mt-2 font-semibold text-lg tabular-nums">{formatAmount(order.amount)}</p>
      <p className="mt-3 whitespace-pre-line">{text}</p>
      <GivenByBuyer phone={attempt.phone} email={order.email} />
      {attempt.expiresAt && !atGateway && <TimeLeft until={attempt.expiresAt} />}
      <p role="status" className="mt-5 flex items-center gap-3 text-base text-soft">
        {lost ? (
          'There is no connection. This page goes on by itself when it is back; nothing is lost.'
        ) : (
          <>
            <Spinner className="text-lamp" />
            {returned || !atGateway ? `Waiting for word from ${gateway}` : 'This page notices by itself when it is paid'}
          </>
        )}
      </p>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">
        {atGateway && attempt.address && (
          <a href={attempt.address} className={buttonClass()}>
            Go on with it
          </a>
        )}
        <Button variant="outline" busy={givingUp} onClick={giveUp}>
          Pay another way
        </Button>
      </div>
      <ActionError message={failure} />
    </StatusPanel>
  )
}

/** Panel of a payment that the bank is processing, which takes days. Offers no other payment method, since the buyer has already paid. */
export function ProcessingPayment({ order, lost }: { order: Order; lost: boolean }) {
  const { attempt, amount, email, product } = order
  const gateway = attempt ? gatewayName(attempt.gateway) : 'The payment service'
  return (
    <StatusPanel title="Your bank is processing the payment">
      <p className="mt-2 font-semibold text-lg tabular-nums">{formatAmount(amount)}</p>
      <p className="mt-3 [overflow-wrap:anywhere]">
        {`${gateway} has your payment and waits for your bank, which can take some days. You need not keep this page open: the ${
          product.kind === 'book' ? 'book' : 'episode'
        } opens as soon as the money has arrived, and your receipt, with a link that opens it, goes to ${email}. Don’t pay again.`}
      </p>
      {lost && (
        <p role="status" className="mt-5 text-base text-soft">
          There is no connection. This page goes on by itself when it is back; nothing is lost.
        </p>
      )}
    </StatusPanel>
  )
}

function describe(attempt: NonNullable<Order['attempt']>, gateway: string, returned: boolean) {
  if (attempt.state === 'initiating')
    return {
      title: 'Finding out about your payment',
      text: `We don’t know yet whether ${gateway} has your payment: the line between us broke. Nothing is lost, and this page goes on as soon as we know.`,
    }
  if (!attempt.address)
    return {
      title: attempt.gateway === 'sandbox' ? 'A simulated phone is asked' : 'Confirm on your phone',
      text: attempt.instructions ?? 'A prompt comes to your phone. Enter your PIN there to pay.',
    }
  if (returned)
    return {
      title: `Waiting for word from ${gateway}`,
      text: 'It usually takes a few seconds, then this page goes on by itself. If you have not paid yet, you can go on with it.',
    }
  return {
    title: 'You have a payment open',
    text: `It waits on the page of ${gateway}. Go on with it there, or give it up and pay another way.`,
  }
}

/** Displays the buyer's phone number and e-mail address: with a typing error, neither the prompt nor the receipt would arrive. */
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

/** Displays minutes and seconds until a payment expires. `role="timer"` is not announced on every change. */
function TimeLeft({ until }: { until: string }) {
  const seconds = useCountdown(Date.parse(until))
  return (
    <p role="timer" className="mt-3 text-base text-soft tabular-nums">
      {seconds > 0
        ? `Time left: ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
        : 'The time for this payment is over.'}
    </p>
  )
}
