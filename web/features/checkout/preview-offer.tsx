import { useLocation } from 'react-router'
import { formatPrice } from '#contracts/price.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** After the last page of a preview: how to read on. On the checkout page itself it only leads back to it. */
export function PreviewOffer({ book, onClose }: { book: { id: string; price: number }; onClose: () => void }) {
  const { pathname, search } = useLocation()
  const checkout = `/checkout/book/${book.id}`
  const to = pathname === checkout ? `${checkout}${search}` : `${checkout}?return=${encodeURIComponent(pathname + search)}`
  return (
    <ButtonLink to={to} onClick={onClose}>
      Get the whole book for {formatPrice(book.price)}
    </ButtonLink>
  )
}
