import { Link } from 'react-router'
import { OrderDetails } from '#contracts/shop/order-admin.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { receiptLabel } from '#contracts/shop/receipt-number.ts'
import { BuyerMail } from '#web/admin/buyers/buyer-mail.tsx'
import { post } from '#web/admin/kit/api.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { formatDate } from '#web/lib/format/dates.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/form-notice.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { AttemptCard } from './attempt-card.tsx'
import { DetailsList } from './details-list.tsx'
import type { OrderAction, OrderProps } from './reason-dialog.tsx'
import { lookOfOrder, RefundDueBadge, StateBadge, TrialBadge } from './state-badges.tsx'

const KINDS = { book: { word: 'book', home: '/admin/books' }, podcast: { word: 'episode', home: '/admin/podcasts' } }

export function OrderView({ order, back, onChanged, onAsk }: OrderProps & { back: string }) {
  const { zone } = useShopTime()
  const { id, product, refundDue, amount, priceMinor, rate, email, browsers, receipt, grant, attempts, createdAt } = order
  const kind = KINDS[product.kind]

  return (
    <div className="max-w-4xl">
      <BackLink to={back} state={{ row: id }}>
        Orders
      </BackLink>
      <PageTitle ref={focusOnMount} className="wrap-anywhere mt-1">
        {product.title}
      </PageTitle>
      <p role="status" className="mt-3 mb-6 flex flex-wrap gap-2">
        <StateBadge look={lookOfOrder(order)} />
        {order.trial && <TrialBadge />}
        {refundDue && <RefundDueBadge />}
      </p>
      <DetailsList
        facts={{
          Amount: amount ? (
            <>
              {formatAmount(amount)}
              {rate && ` for ${formatAmount({ currency: 'USD', minor: priceMinor })}`}
            </>
          ) : (
            '–'
          ),
          Rate: rate && `${rate.zwgPerUsd} ZWG for one US dollar, ${rate.source}, ${formatDate(rate.asOf, zone)}`,
          Email: email ? <BuyerMail order={order} email={email} onChanged={onChanged} /> : 'None yet',
          Receipt: receipt && <ReceiptLine receipt={receipt} />,
          'Opened in': pluralize(browsers, 'browser'),
          Created: <ExactTime iso={createdAt} />,
          'Order number': id,
          Item: (
            <Link to={`${kind.home}/${encodeURIComponent(product.id)}/edit`} className="text-link">
              Show the {kind.word}
            </Link>
          ),
        }}
      />
      {grant && <Grant grant={grant} onRevoke={() => onAsk(revokeAction(order))} />}
      <section aria-labelledby="attempts" className="mt-10">
        <h2 id="attempts" className="mb-3 text-2xl">
          Payments
        </h2>
        {attempts.length === 0 && (
          <p className="border-rule border-t py-6 text-base text-soft">
            {grant ? 'No payment: the item was granted manually.' : 'No payment has been started yet.'}
          </p>
        )}
        {attempts.map((attempt) => (
          <AttemptCard key={attempt.id} order={order} attempt={attempt} onChanged={onChanged} onAsk={onAsk} />
        ))}
      </section>
    </div>
  )
}

/** Descriptions of a receipt that no mail server has accepted. */
const UNSENT: Record<NonNullable<OrderDetails['receipt']>['mail'], (email: string, problem: string | null) => string> = {
  accepted: (email) => `sent to ${email}`,
  waiting: (email, problem) => `waiting to be sent to ${email}${problem ? `: ${problem}` : ''}`,
  refused: (email, problem) => `refused by the mail server of ${email}: correct the address. ${problem ?? ''}`,
  not_sent: (email) => `not sent to ${email}: the site has no mail server`,
}

function ReceiptLine({ receipt }: { receipt: NonNullable<OrderDetails['receipt']> }) {
  const { number, email, issuedAt, sentAt, mail, problem } = receipt
  return (
    <>
      No. {receiptLabel(number)}, <ExactTime iso={issuedAt} toMinute />,{' '}
      {sentAt ? (
        <>
          sent to {email} on <ExactTime iso={sentAt} toMinute />
        </>
      ) : (
        <span className="wrap-anywhere">{UNSENT[mail](email, problem)}</span>
      )}
    </>
  )
}

function Grant({ grant, onRevoke }: { grant: NonNullable<OrderDetails['grant']>; onRevoke: () => void }) {
  return (
    <section aria-labelledby="grant" className="mt-10">
      <h2 id="grant" className="mb-3 text-2xl">
        Manual grant
      </h2>
      <div className="border-rule border-y py-4">
        <DetailsList
          facts={{
            Reason: grant.reason,
            By: grant.by,
            On: <ExactTime iso={grant.at} />,
            Revoked: grant.revokedAt && <ExactTime iso={grant.revokedAt} />,
          }}
        />
        {!grant.revokedAt && (
          <Button variant="outline" size="small" className="mt-4" onClick={onRevoke}>
            Revoke grant…
          </Button>
        )}
      </div>
    </section>
  )
}

function revokeAction({ id, product }: OrderDetails): OrderAction {
  return {
    title: 'Revoke this grant?',
    message: `“${product.title}” no longer opens for the recipient of this grant.`,
    confirm: 'Revoke grant',
    failed: 'Failed to revoke the grant',
    send: (reason) => post(OrderDetails, `/admin/orders/${encodeURIComponent(id)}/grant/revoke`, { reason }),
  }
}
