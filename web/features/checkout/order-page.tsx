import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contracts/order.ts'
import { useProduct } from '#web/lib/access/use-product.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { AmountDue } from './amount-due.tsx'
import { Ended } from './ended.tsx'
import { Gone } from './gone.tsx'
import { HowToBuy } from './how-to-buy.tsx'
import { OpenPayment } from './open-payment.tsx'
import { cancelPayment, checkPayment } from './order-calls.ts'
import { OrderItem } from './order-item.tsx'
import { Outdated } from './outdated.tsx'
import { Owned } from './owned.tsx'
import { PaymentForm } from './payment-form.tsx'
import { PriceNotice } from './price-notice.tsx'
import { returnPath } from './return-path.ts'
import { isWaiting, stageOf } from './stage.ts'
import { useOwnership } from './use-ownership.ts'
import { useWatch } from './use-watch.ts'

/** One order: what it is for on one side, what to do about it on the other. */
export function OrderPage({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const stage = stageOf(order)
  const product = useProduct(order.product)
  useOwnership(order)
  const [turnedBack, setTurnedBack] = useState(false)
  /** Today's price was asked for since the page was opened */
  const [asked, setAsked] = useState(false)

  const watch = useWatch(isWaiting(stage), async () => {
    // What was declined or given up may be paid all the same, later.
    if (!order.attempt || stage === 'owned') return
    onOrder(await checkPayment(order.id).catch(unlessRefused(order)))
  })

  async function payAnotherWay() {
    const next = await cancelPayment(order.id)
    setTurnedBack(true)
    onOrder(next)
  }

  function tried(next: Order) {
    setTurnedBack(false)
    onOrder(next)
  }

  return (
    <div className="wrap pt-20 pb-20 md:pt-28 md:pb-28">
      <BackLink to={order.returnUrl} />
      <div className="mt-3 grid grid-cols-1 items-start gap-x-16 gap-y-8 md:mt-6 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,18rem)_minmax(0,38rem)]">
        <OrderItem
          title={order.product.title}
          kind={order.product.kind}
          product={product}
          previewable={stage !== 'owned' && stage !== 'gone'}
        />
        <div className="min-w-0" ref={useStageFocus(stage)}>
          {stage === 'form' && (
            <>
              <PriceNotice order={order} />
              <AmountDue order={order} onOrder={onOrder} />
              <PaymentForm order={order} onOrder={tried} silent={turnedBack} />
            </>
          )}
          {stage === 'closed' && (
            <>
              <AmountDue order={order} onOrder={onOrder} />
              <HowToBuy title={order.product.title} tooSmall={isTooSmall(order)} />
            </>
          )}
          {isWaiting(stage) && <OpenPayment order={order} lost={watch.lost} onGiveUp={payAnotherWay} />}
          {stage === 'owned' && <Owned order={order} />}
          {stage === 'outdated' && (
            <Outdated key={order.id} order={order} onOrder={onOrder} byItself={!asked} onAsk={() => setAsked(true)} />
          )}
          {stage === 'gone' && <Gone kind={order.product.kind} />}
          {(stage === 'disputed' || stage === 'returned') && <Ended order={order} stage={stage} onOrder={onOrder} />}
          {stage !== 'owned' && (
            <p className="mt-8 border-rule border-t pt-5 text-base text-soft">
              Already bought it in another browser? <TextLink to="/purchases">Find your purchases</TextLink>
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

function BackLink({ to }: { to: string }) {
  const look = 'inline-flex min-h-11 items-center gap-2 font-semibold text-base text-lamp-deep hover:underline'
  const path = returnPath(to, location.origin)
  const words = (
    <>
      <ArrowLeft aria-hidden className="size-5" />
      Back
    </>
  )
  return path ? (
    <Link to={path} className={look}>
      {words}
    </Link>
  ) : (
    <a href={to} className={look}>
      {words}
    </a>
  )
}

/** When the page turns to something else, its title has the focus, so that it is read out. */
function useStageFocus(stage: string) {
  const column = useRef<HTMLDivElement>(null)
  const [first] = useState(stage)
  const before = useRef(first)
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    column.current?.querySelector<HTMLElement>('[data-stage-title]')?.focus()
  }, [stage])
  return column
}

/** No payment service takes so little in the order's currency. */
function isTooSmall({ offers, amount }: Order) {
  return offers.some(({ currency, refused }) => currency === amount.currency && refused === 'too_small')
}

/** The server is there but can't tell at the moment: what is known stands. */
function unlessRefused(order: Order) {
  return (error: unknown) => {
    if (error instanceof ApiError) return order
    throw error
  }
}
