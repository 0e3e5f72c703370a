import BookOpen from 'lucide-react/icons/book-open'
import type { Order } from '#contracts/shop/order.ts'
import { useItem } from '#web/lib/access/fetch-item.ts'
import { useItemAccess } from '#web/lib/access/item-access.ts'
import { categoryColor } from '#web/lib/category-color.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Description } from '#web/ui/description.tsx'
import { PasswordNotice } from '#web/ui/password-notice.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'

/** Item of an order. The title is part of the order; further details are fetched and may be missing. */
export function OrderItem({ ordered, previewable }: { ordered: Order['product']; previewable: boolean }) {
  const { title, kind } = ordered
  const product = useItem(ordered)
  const access = useItemAccess()
  const by = product && (product.kind === 'book' ? product.item.author : product.item.host)
  const label = `Cover of ${title}`
  const plate = <CoverPlaceholder title={title} by={by ?? ''} label={label} color={categoryColor(product?.item.categories ?? [])} />
  return (
    <div className="grid grid-cols-[min(6rem,35%)_minmax(0,1fr)] gap-x-[min(1.25rem,6vw)] gap-y-6 md:grid-cols-1">
      <div
        className={classNames(
          '@container overflow-hidden',
          kind === 'book' ? 'spine aspect-2/3' : 'aspect-square rounded-control shadow-cover',
        )}
      >
        {product === null && plate}
        {product === undefined && <div className="size-full bg-paper-2" />}
        {product && (
          <Picture loading="first" picture={product.item.cover} alt={label} sizes="(min-width: 48rem) 288px, 96px" fallback={plate} />
        )}
      </div>
      <div className="min-w-0">
        <h1
          lang={product?.item.language ?? undefined}
          dir="auto"
          className="line-clamp-5 text-title-lg [overflow-wrap:anywhere] md:text-title-xl"
        >
          {product ? <TitleLink to={`/${kind}s/${product.item.slug}`}>{title}</TitleLink> : title}
        </h1>
        <p dir="auto" className="mt-1.5 min-h-[1.55em] text-soft [overflow-wrap:anywhere]">
          {by}
        </p>
        {previewable && product?.kind === 'book' && product.item.encrypted && <PasswordNotice className="mt-3" />}
        {previewable && product?.kind === 'book' && product.item.previewUrl && (
          <Button
            variant="outline"
            size="small"
            className="mt-3"
            onClick={() => access.preview(product.item)}
            onPointerEnter={() => access.preloadView('book')}
            onFocus={() => access.preloadView('book')}
          >
            <BookOpen aria-hidden className="size-5" />
            Read the first pages
          </Button>
        )}
      </div>
      {/* The placeholder is as high as the collapsed description; price and payment form don't move when the description loads. */}
      {product === undefined && <div aria-hidden className="col-span-full h-[calc(2.75rem+2px)] border-rule border-y" />}
      {product && (
        <Description
          title={kind === 'book' ? 'About this book' : 'About this episode'}
          text={product.item.description}
          language={product.item.language}
          className="col-span-full border-rule border-y"
        />
      )}
    </div>
  )
}
