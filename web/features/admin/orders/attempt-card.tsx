import toast from 'react-hot-toast'
import type { AttemptDetails, OrderDetails } from '#contracts/order-admin.ts'
import { describeFailure, toastFailure } from '#web/features/admin/kit/failures.ts'
import { ExactTime } from '#web/features/admin/kit/list/exact-time.tsx'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { AttemptHistory } from './attempt-history.tsx'
import { DetailsList } from './details-list.tsx'
import { GATEWAY_LABELS, METHOD_LABELS, REFUND_REASON_LABELS } from './labels.ts'
import { runAttemptAction } from './orders-api.ts'
import type { OrderAction } from './reason-dialog.tsx'
import { AttemptStateBadge, RefundDueBadge } from './state-badges.tsx'

/** A payment attempt with its details, actions and history. */
export function AttemptCard({
  order,
  attempt,
  onChanged,
  onAsk,
}: {
  order: OrderDetails
  attempt: AttemptDetails
  onChanged: (order: OrderDetails) => void
  onAsk: (action: OrderAction) => void
}) {
  const { gateway, method, state, refundDue } = attempt
  const isDue = refundDue !== null && refundDue.settledAt === null
  const stands = state === 'paid' || state === 'disputed'
  const { busy, run: check } = useAction(
    async () => {
      const changed = await runAttemptAction(order.id, attempt.id, 'check')
      onChanged(changed)
      const isSame = changed.attempts.find(({ id }) => id === attempt.id)?.state === state
      toast.success(isSame ? 'Asked. Nothing has changed.' : 'Asked. The payment has changed.')
    },
    (error) => toastFailure(error, describeFailure(error)),
  )

  return (
    <article aria-label={`${GATEWAY_LABELS[gateway]}, ${attempt.reference}`} className="border-rule border-t py-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-xl">
          {GATEWAY_LABELS[gateway]}, {METHOD_LABELS[method]}
        </h3>
        <AttemptStateBadge state={state} />
        {isDue && <RefundDueBadge />}
      </div>
      {refundDue && (
        <Callout as="p" tone={isDue ? 'danger' : 'neutral'} className="mb-4 px-4 py-2 text-base">
          {REFUND_REASON_LABELS[refundDue.reason]}{' '}
          {refundDue.settledAt ? (
            <>
              The money was given back on <ExactTime iso={refundDue.settledAt} toMinute />.
            </>
          ) : (
            <>
              The money has been due since <ExactTime iso={refundDue.since} toMinute />: give it back at the payment service, then note it
              here.
            </>
          )}
        </Callout>
      )}
      <DetailsList
        facts={{
          'Our reference': attempt.reference,
          'Its number there': attempt.gatewayReference,
          'Why it failed': attempt.reason,
          Begun: <ExactTime iso={attempt.createdAt} />,
          Paid: attempt.paidAt && <ExactTime iso={attempt.paidAt} />,
          'Runs out': state === 'open' && attempt.expiresAt ? <ExactTime iso={attempt.expiresAt} /> : null,
          'No clear answer since': attempt.unreadableSince && <ExactTime iso={attempt.unreadableSince} />,
          'Asked next': attempt.nextCheckAt && <ExactTime iso={attempt.nextCheckAt} />,
        }}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" size="small" busy={busy} onClick={() => void check()}>
          Check with the gateway now
        </Button>
        {isDue && (
          <Button variant="outline" size="small" onClick={() => onAsk(settleAction(order, attempt))}>
            Money given back…
          </Button>
        )}
        {stands && (
          <Button variant="outline" size="small" onClick={() => onAsk(refundAction(order, attempt))}>
            Mark as refunded…
          </Button>
        )}
      </div>
      <AttemptHistory attempt={attempt} />
    </article>
  )
}

function refundAction({ id, product }: OrderDetails, attempt: AttemptDetails): OrderAction {
  return {
    title: 'Mark this payment as refunded?',
    message: `Do so when the money went back at the payment service. “${product.title}” then no longer opens for this buyer. No money moves by this.`,
    confirm: 'Mark as refunded',
    failed: 'Failed to mark the payment',
    send: (reason) => runAttemptAction(id, attempt.id, 'refunded', reason),
  }
}

function settleAction({ id }: OrderDetails, attempt: AttemptDetails): OrderAction {
  return {
    title: 'Was the money given back?',
    message:
      'Do so when it went back at the payment service. The payment then counts as refunded; whatever else opens the item for this buyer still does. No money moves by this.',
    confirm: 'Money given back',
    failed: 'Failed to note it',
    send: (reason) => runAttemptAction(id, attempt.id, 'settle', reason),
  }
}
