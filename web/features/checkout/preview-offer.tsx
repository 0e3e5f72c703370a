import { formatPrice } from '#contracts/price.ts'
import { Button } from '#web/ui/button.tsx'

/** The offer after the last page of a preview. Previews open on the book's checkout page, so closing returns to it. */
export function PreviewOffer({ price, onClose }: { price: number; onClose: () => void }) {
  return <Button onClick={onClose}>Get the whole book for {formatPrice(price)}</Button>
}
