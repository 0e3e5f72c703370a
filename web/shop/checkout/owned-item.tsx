import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Order } from '#contracts/shop/order.ts'
import { formatAmount } from '#contracts/shop/price.ts'
import { receiptLabel } from '#contracts/shop/receipt-number.ts'
import { useAccess, useItemAccess } from '#web/lib/access/item-access.ts'
import { useKeepsClientId } from '#web/lib/access/use-keeps-client-id.ts'
import { useSite } from '#web/lib/site.tsx'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { useCountdown } from '#web/lib/use-countdown.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useReturnAndOpen } from './return-path.ts'
import { StatusPanel } from './status-panel.tsx'

/** Needed only until a mail server has accepted the receipt. */
const ReceiptDelivery = lazy(() => import('./receipt-delivery.tsx'))

type OrderProps = { order: Order; onOrder: (order: Order) => void }

/** Delay before the item opens: long enough to read the receipt number, and to reach the button that prevents the opening. */
const OPENS_AFTER_MS = 10_000

/** Panel of an owned item: thanks the buyer after a payment, otherwise offers to open the item. */
export function OwnedItem({ order, onOrder }: OrderProps) {
  const [parameters] = useSearchParams()
  // In a browser without storage, only the URL indicates that the buyer has just paid.
  const [justPaid] = useState(() => readStorage('paying') === order.id || (parameters.get('back') === 'paid' && parameters.has('key')))
  return justPaid ? <Thanks order={order} onOrder={onOrder} /> : <OwnedBefore order={order} onOrder={onOrder} />
}

function Thanks({ order, onOrder }: OrderProps) {
  const access = useItemAccess()
  const open = useReturnAndOpen(order)
  const openLater = useEffectEvent(open)
  const [opensAt] = useState(() => Date.now() + OPENS_AFTER_MS)
  const [stays, setStays] = useState(false)
  const seconds = useCountdown(opensAt)
  const openButton = useRef<HTMLButtonElement>(null)
  const isDue = !stays && seconds === 0

  useEffect(() => {
    // The order id in the browser storage is deleted, so that a reload does not open the item again.
    writeStorage('paying', null)
    access.preloadView(order.product.kind)
  }, [access, order.product.kind])

  useEffect(() => {
    if (isDue) openLater()
  }, [isDue])

  return (
    <StatusPanel title="Thank you" good>
      <Receipt order={order} onOrder={onOrder} />
      <p className="mt-3" role="status">
        {stays ? 'It is yours. It also opens from your purchases.' : 'It is yours, and opens in a moment.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button ref={openButton} onClick={open}>
          Open it now
        </Button>
        {!stays && (
          <Button
            variant="outline"
            onClick={() => {
              setStays(true)
              openButton.current?.focus()
            }}
          >
            Stay on this page
            <span aria-hidden className="tabular-nums">{`(${seconds})`}</span>
          </Button>
        )}
      </div>
    </StatusPanel>
  )
}

function OwnedBefore({ order, onOrder }: OrderProps) {
  const { verifying, open, intent } = useAccess(order.product)
  const opens =
    useKeepsClientId() === false
      ? 'You can open it here now, and in any browser with the link in the email that we sent you.'
      : 'You can open it in this browser at any time.'
  return (
    <StatusPanel title="You own this" good>
      <Receipt order={order} onOrder={onOrder} />
      <p className="mt-3">{`${opens} There is nothing left to pay.`}</p>
      <Button className="mt-6" busy={verifying} onClick={open} {...intent}>
        {order.product.kind === 'book' ? 'Read' : 'Listen'}
      </Button>
      <p className="mt-6 text-base">
        <TextLink to="/purchases">All your purchases</TextLink>
      </p>
    </StatusPanel>
  )
}

function Receipt({ order, onOrder }: OrderProps) {
  const { currencyNames } = useSite()
  const { receiptNumber, receiptMail, email, refundedMinor, amount } = order
  if (receiptNumber === null) return null
  return (
    <>
      <p className="mt-3 [overflow-wrap:anywhere]">
        Receipt number <strong className="tabular-nums">{receiptLabel(receiptNumber)}</strong>
        {email && receiptMail === 'accepted' && <>, sent to {email}</>}.
      </p>
      {receiptNumber < 0 && <p className="mt-3">This was a trial payment: no money was paid.</p>}
      {receiptMail && receiptMail !== 'accepted' && (
        <Suspense>
          <ReceiptDelivery order={order} onOrder={onOrder} />
        </Suspense>
      )}
      {refundedMinor > 0 && (
        <p className="mt-3">{`${formatAmount({ ...amount, minor: refundedMinor }, currencyNames)} of it was refunded to you.`}</p>
      )}
    </>
  )
}
