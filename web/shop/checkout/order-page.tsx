import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'
import { ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { refreshOwnedItems } from '#web/lib/access/refresh-owned-items.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { AmountDue } from './amount-due.tsx'
import { checkoutStatus, isPaymentPending } from './checkout-status.ts'
import { DisputedPayment, OfflinePurchase, RefundedPayment, UnavailableItem } from './closed-order.tsx'
import { OpenPayment, ProcessingPayment } from './open-payment.tsx'
import { OrderItem } from './order-item.tsx'
import { cancelPayment, checkPaymentStatus } from './orders-api.ts'
import { OutdatedPrice, PriceNotice } from './outdated-price.tsx'
import { OwnedItem } from './owned-item.tsx'
import { PaymentForm } from './payment-form.tsx'
import { returnPath } from './return-path.ts'
import { usePolling } from './use-polling.ts'

/** Page of an order: its item on one side, payment and status on the other. */
export function OrderPage({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const status = checkoutStatus(order)
  useRefreshOwnedItems(status === 'owned', order.product.id)
  const [wasCanceled, setWasCanceled] = useState(false)
  /** Whether a replacement order at the current price was requested since the page was opened */
  const [asked, setAsked] = useState(false)

  // An answer of a check is dropped if the order has changed in the meantime, for example because the buyer has canceled the payment.
  const shown = useRef(order)
  useEffect(() => {
    shown.current = order
  }, [order])
  const watch = usePolling(isPaymentPending(status), async () => {
    // The payment status is also checked for a declined or canceled payment, which may still be completed later.
    if (!order.attempt || status === 'owned') return
    const checked = await checkPaymentStatus(order.id).catch((error: unknown) => {
      // API errors of the payment check are ignored and leave the order unchanged; a lost connection is displayed.
      if (!(error instanceof ApiError)) throw error
    })
    if (checked && shown.current === order) onOrder(checked)
  })

  async function payAnotherWay() {
    const next = await cancelPayment(order.id)
    setWasCanceled(true)
    onOrder(next)
  }

  function showAttempt(next: Order) {
    setWasCanceled(false)
    onOrder(next)
  }

  return (
    <div className="wrap pt-20 pb-20 md:pt-28 md:pb-28">
      <Link
        to={returnPath(order.returnUrl, location.origin) ?? order.returnUrl}
        className="inline-flex min-h-11 items-center gap-2 font-semibold text-base text-lamp-deep hover:underline"
      >
        <ArrowLeft aria-hidden className="size-5" />
        Back
      </Link>
      <div className="mt-3 grid grid-cols-1 items-start gap-x-16 gap-y-8 md:mt-6 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,18rem)_minmax(0,38rem)]">
        <OrderItem ordered={order.product} previewable={status !== 'owned' && status !== 'unavailable'} />
        <div className="min-w-0" ref={useStatusFocus(status)}>
          {status === 'payable' && (
            <>
              <PriceNotice order={order} />
              <AmountDue order={order} onOrder={onOrder} />
              <PaymentForm order={order} onOrder={showAttempt} silent={wasCanceled} />
            </>
          )}
          {status === 'offline' && (
            <>
              <AmountDue order={order} onOrder={onOrder} />
              <OfflinePurchase title={order.product.title} tooSmall={isTooSmall(order)} />
            </>
          )}
          {status === 'processing' && <ProcessingPayment order={order} lost={watch.lost} />}
          {isPaymentPending(status) && status !== 'processing' && <OpenPayment order={order} lost={watch.lost} onGiveUp={payAnotherWay} />}
          {status === 'owned' && <OwnedItem order={order} onOrder={onOrder} />}
          {status === 'outdated' && (
            <OutdatedPrice key={order.id} order={order} onOrder={onOrder} byItself={!asked} onAsk={() => setAsked(true)} />
          )}
          {status === 'unavailable' && <UnavailableItem kind={order.product.kind} />}
          {status === 'disputed' && <DisputedPayment />}
          {status === 'refunded' && <RefundedPayment order={order} onOrder={onOrder} />}
          {status !== 'owned' && (
            <p className="mt-8 border-rule border-t pt-5 text-base text-soft">
              Already bought it, perhaps in another browser or app? Don’t pay again:{' '}
              <TextLink to="/purchases">open it with your email address and a code</TextLink>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** Refreshes the owned items when the order's status contradicts them, so that item cards reflect a payment or refund. */
function useRefreshOwnedItems(isOwned: boolean, id: string) {
  const known = owns(ownedItems.useValue(), id)
  useEffect(() => {
    if (isOwned !== known) void refreshOwnedItems()
  }, [isOwned, known])
}

/**
 * Moves the focus to the title of the status panel when the order's status changes, so that screen readers announce the title. When the
 * page opens, the title is scrolled into view: after Back from the gateway's page, the browser restores the position of the longer form.
 */
function useStatusFocus(status: string) {
  const column = useRef<HTMLDivElement>(null)
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current === status) return
    const title = column.current?.querySelector<HTMLElement>('[data-status-title]')
    if (before.current !== undefined) title?.focus()
    else if (title && title.getBoundingClientRect().top < 0) title.scrollIntoView({ block: 'center' })
    before.current = status
  }, [status])
  return column
}

/** Returns whether the amount is below the minimum of all gateways for the order's currency. */
function isTooSmall({ offers, amount }: Order) {
  return offers.some(({ currency, refused }) => currency === amount.currency && refused === 'too_small')
}
