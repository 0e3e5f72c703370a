import { gatewayTitle } from '#contracts/shop/gateway-texts.ts'
import { GATEWAYS, isManual, type PaymentChannel } from '#contracts/shop/gateways.ts'
import type { AttemptDetails } from '#contracts/shop/order-admin.ts'
import type { RefundReason } from '#contracts/shop/payment.ts'
import { type Currency, formatAmount } from '#contracts/shop/price.ts'
import { clearFailure, describeFailure, toastFailure } from '#web/admin/kit/failures.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { act, hasRecordedPart, isMarkedRefunded, refundAction, settleAction, sumReturns, undoAction } from './attempt-actions.ts'
import { AttemptHistory } from './attempt-history.tsx'
import { DetailsList } from './details-list.tsx'
import type { OrderProps } from './reason-dialog.tsx'
import { lookOfAttempt, RefundDueBadge, StateBadge, TrialBadge } from './state-badges.tsx'

const METHODS: Record<AttemptDetails['method'], string> = {
  web: 'web page',
  ecocash: 'EcoCash',
  onemoney: 'OneMoney',
  cash: 'cash',
  transfer: 'bank transfer',
}
const MAKE_REFUND = { gateway: 'Refund the payment at the payment service', manual: 'Give the money back to the buyer' }
const REFUND_REASONS: Record<RefundReason, string> = {
  second_payment: 'The buyer already had the item.',
  wrong_amount: 'The amount paid differs from the order.',
  item_gone: 'The item was deleted before it was paid.',
}

export function AttemptCard({ order, attempt, onChanged, onAsk }: OrderProps & { attempt: AttemptDetails }) {
  const { gateway, method, state, refundDue } = attempt
  const { zone } = useShopTime()
  const isDue = refundDue !== null && refundDue.settledAt === null
  const stands = state === 'paid' || state === 'disputed'
  const isInPerson = isManual(gateway)
  const channel = describeChannel(gateway)
  const { busy, run: check } = useAction(
    async () => {
      const changed = await act(order, attempt, 'check', {})
      onChanged(changed)
      clearFailure(CHECK)
      const isSame = changed.attempts.find(({ id }) => id === attempt.id)?.state === state
      toast.success(isSame ? 'Checked. Nothing has changed.' : 'Checked. The payment has changed.')
    },
    (error) => toastFailure(error, describeFailure(error), CHECK),
  )

  return (
    <article aria-label={isInPerson ? channel : `${channel}, ${attempt.reference}`} className="border-rule border-t py-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-xl">
          {channel}, {METHODS[method]}
        </h3>
        <StateBadge look={lookOfAttempt(state, sumReturns(attempt))} />
        {attempt.trial && <TrialBadge />}
        {isDue && <RefundDueBadge />}
      </div>
      {refundDue && (
        <Callout as="p" tone={isDue ? 'danger' : 'neutral'} className="mb-4 px-4 py-2 text-base">
          {REFUND_REASONS[refundDue.reason]}{' '}
          {refundDue.settledAt ? (
            <>
              Refunded on <ExactTime iso={refundDue.settledAt} toMinute />.
            </>
          ) : (
            <>
              A refund has been due since <ExactTime iso={refundDue.since} toMinute />. {MAKE_REFUND[isInPerson ? 'manual' : 'gateway']},
              then record it here.
            </>
          )}
        </Callout>
      )}
      <DetailsList
        facts={{
          Amount: isInPerson ? formatAmount(attempt.amount) : null,
          'Our reference': isInPerson ? null : attempt.reference,
          'Payment service reference': attempt.gatewayReference,
          'Failure reason': attempt.reason,
          Started: isInPerson ? null : <ExactTime iso={attempt.createdAt} />,
          Paid: attempt.paidAt && (isInPerson ? formatDate(attempt.paidAt, zone) : <ExactTime iso={attempt.paidAt} />),
          Refunds: attempt.returns.length > 0 ? <Returns returns={attempt.returns} currency={attempt.amount.currency} /> : null,
          Expires: state === 'open' && attempt.expiresAt ? <ExactTime iso={attempt.expiresAt} /> : null,
          'No clear response since': attempt.unreadableSince && <ExactTime iso={attempt.unreadableSince} />,
          'Next check': attempt.nextCheckAt && <ExactTime iso={attempt.nextCheckAt} />,
        }}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {!isInPerson && (
          <Button variant="outline" size="small" busy={busy} onClick={() => void check()}>
            Check with the payment service now
          </Button>
        )}
        {isDue && (
          <Button variant="outline" size="small" onClick={() => onAsk(settleAction(order, attempt))}>
            Record due refund…
          </Button>
        )}
        {stands && (
          <Button variant="outline" size="small" onClick={() => onAsk(refundAction(order, attempt))}>
            Mark as refunded…
          </Button>
        )}
        {(isMarkedRefunded(attempt) || (stands && hasRecordedPart(attempt))) && (
          <Button variant="outline" size="small" onClick={() => onAsk(undoAction(order, attempt))}>
            {stands ? 'Undo recorded refund…' : 'Restore payment…'}
          </Button>
        )}
      </div>
      <AttemptHistory attempt={attempt} />
    </article>
  )
}

function describeChannel(channel: PaymentChannel): string {
  if (isManual(channel)) return 'Paid in person'
  return gatewayTitle(channel) + (GATEWAYS[channel].simulated ? ' (no real money)' : '')
}

/** Id of the toasts for failed payment checks */
const CHECK = 'check payment'

const RETURNS = {
  refund: { made: 'refunded', undone: 'refund failed' },
  chargeback: { made: 'charged back', undone: 'chargeback reversed' },
}

function Returns({ returns, currency }: Pick<AttemptDetails, 'returns'> & { currency: Currency }) {
  return (
    <ul>
      {returns.map(({ at, kind, amountMinor, byHand, reason }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, at its end.
        <li key={index}>
          {formatAmount({ currency, minor: Math.abs(amountMinor) })} {RETURNS[kind][amountMinor > 0 ? 'made' : 'undone']}
          {byHand && ', recorded by an administrator'}
          {reason && ` (${reason.replaceAll('_', ' ')})`}, <ExactTime iso={at} toMinute />
        </li>
      ))}
    </ul>
  )
}
