import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from '#contracts/order.ts'
import { formatAmount } from '#contracts/price.ts'
import { useOnPageShow } from '#web/lib/use-on-page-show.ts'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { gatewayName } from './payment-options.ts'
import { StatusPanel } from './status-panel.tsx'
import { TimeLeft } from './time-left.tsx'

/** An open payment: what the buyer can do, and that the page notices by itself when it is paid. */
export function OpenPayment({ order, lost, onGiveUp }: { order: Order; lost: boolean; onGiveUp: () => Promise<void> }) {
  const [givingUp, setGivingUp] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [parameters] = useSearchParams()
  // From the URL that the gateway returns the browser to.
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
  const atGateway = attempt.state === 'open' && attempt.address !== null
  return (
    <StatusPanel title={titleOf(attempt, gateway, returned)}>
      <p className="mt-2 font-semibold text-lg tabular-nums">{formatAmount(order.amount)}</p>
      <p className="mt-3 whitespace-pre-line">{wordsOf(attempt, gateway, returned)}</p>
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

type Attempt = NonNullable<Order['attempt']>

function titleOf({ state, address, ...attempt }: Attempt, gateway: string, returned: boolean) {
  if (state === 'initiating') return 'Finding out about your payment'
  if (!address) return attempt.gateway === 'sandbox' ? 'A simulated phone is asked' : 'Confirm on your phone'
  return returned ? `Waiting for word from ${gateway}` : 'You have a payment open'
}

function wordsOf({ state, address, instructions }: Attempt, gateway: string, returned: boolean) {
  if (state === 'initiating')
    return `We don’t know yet whether ${gateway} has your payment: the line between us broke. Nothing is lost, and this page goes on as soon as we know.`
  if (!address) return instructions ?? 'A prompt comes to your phone. Enter your PIN there to pay.'
  if (returned) return 'It usually takes a few seconds, then this page goes on by itself. If you have not paid yet, you can go on with it.'
  return `It waits on the page of ${gateway}. Go on with it there, or give it up and pay another way.`
}
