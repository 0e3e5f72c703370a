import { ButtonLink } from '#web/ui/button.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'

/** Replaces the page when the order does not exist: the URL was mistyped, or the order expired unpaid. */
export function UnknownOrder() {
  return (
    <CheckoutNotice title="There is no order at this address">
      <p>
        Orders that nobody begins to pay are forgotten after two days, and nothing was taken for them. Choose the title again; its price may
        have changed. What you have paid for is among your purchases.
      </p>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <ButtonLink to="/bookshop">Go to the bookshop</ButtonLink>
        <ButtonLink to="/purchases" variant="outline">
          Find my purchases
        </ButtonLink>
      </div>
    </CheckoutNotice>
  )
}
