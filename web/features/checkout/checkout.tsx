import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'
import { OrderPage } from './order-page.tsx'
import { useOrder } from './use-order.ts'

/** The checkout page of an order, which only the buyer's browser can fetch. */
export function Checkout({ orderId }: { orderId: string }) {
  const { found, setOrder, retry } = useOrder(orderId)
  switch (found.state) {
    case 'there':
      return <OrderPage order={found.order} onOrder={setOrder} />
    case 'missing':
      return (
        <CheckoutNotice title="This order belongs to another browser">
          <p>
            Orders can be seen only where they were made. If you have bought already, your e-mail address and a code bring your purchases
            here. If not, choose the title again.
          </p>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to="/purchases">Find my purchases</ButtonLink>
            <ButtonLink to="/bookshop" variant="outline">
              Go to the bookshop
            </ButtonLink>
          </div>
        </CheckoutNotice>
      )
    case 'failed':
      return (
        <CheckoutNotice title="The order could not be fetched">
          <p role="alert">Nothing is lost. Check your connection; this page tries again by itself when it is back.</p>
          <Button className="mt-8" onClick={retry}>
            Try again
          </Button>
        </CheckoutNotice>
      )
    case 'loading':
      return (
        <div className="wrap min-h-[70svh] pt-32 md:pt-40">
          <h1 className="sr-only">Checkout</h1>
          <Loading />
          <noscript>
            <p className="text-center">Paying needs JavaScript. Without it, please write to us or call.</p>
          </noscript>
        </div>
      )
  }
}
