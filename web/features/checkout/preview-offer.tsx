import { formatPrice } from '#contracts/price.ts'
import { Button } from '#web/ui/button.tsx'

/** After the last page of a preview: how to read on. Previews open on the book's checkout page, so it leads back to it. */
export function PreviewOffer({ price, onClose }: { price: number; onClose: () => void }) {
  return <Button onClick={onClose}>Get the whole book for {formatPrice(price)}</Button>
}
