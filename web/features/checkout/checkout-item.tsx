import ArrowLeft from 'lucide-react/icons/arrow-left'
import BookOpen from 'lucide-react/icons/book-open'
import { Link } from 'react-router'
import { formatPrice, isFree } from '#contracts/price.ts'
import { categoryColour } from '#web/lib/category-colour.ts'
import { type Product, useItemAccess } from '#web/lib/item-access.ts'
import { Button } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { TitlePlate } from '#web/ui/title-plate.tsx'
import { HowToBuy } from './how-to-buy.tsx'

/** One item on its way to a buyer: what it is, what it costs, and how it is had while online payment is not open. */
export function CheckoutItem({ product, back }: { product: Product; back: string }) {
  const access = useItemAccess()
  const { kind, item } = product
  const by = kind === 'book' ? product.item.author : product.item.host
  const label = `Cover of ${item.title}`
  return (
    <div className="wrap pt-24 pb-20 md:pt-32 md:pb-28">
      <Link to={back} className="inline-flex min-h-11 items-center gap-2 font-semibold text-base text-lamp-deep hover:underline">
        <ArrowLeft aria-hidden className="size-5" />
        Back
      </Link>
      <div className="mt-6 grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <div className="mx-auto w-44 md:mx-0 md:w-full">
          <div
            className={kind === 'book' ? 'spine aspect-2/3 overflow-hidden' : 'aspect-square overflow-hidden rounded-control shadow-cover'}
          >
            <div className="@container size-full">
              <Picture
                priority
                picture={item.cover}
                alt={label}
                sizes="(width >= 48rem) 288px, 176px"
                fallback={<TitlePlate title={item.title} by={by} label={label} colour={categoryColour(item.categories)} />}
              />
            </div>
          </div>
        </div>
        <div className="min-w-0">
          <h1 dir="auto" className="text-[clamp(2rem,4vw,3.25rem)] [overflow-wrap:anywhere]">
            {item.title}
          </h1>
          <p dir="auto" className="mt-2 text-soft md:text-xl">
            {by}
          </p>
          <p className="mt-6 font-display text-[2.5rem] tabular-nums leading-none">{formatPrice(item.price)}</p>
          {kind === 'book' && product.item.previewUrl && (
            <Button
              variant="outline"
              className="mt-6"
              onClick={() => access.preview(product.item)}
              onPointerEnter={() => access.prepareView('book')}
              onFocus={() => access.prepareView('book')}
            >
              <BookOpen aria-hidden className="size-5" />
              Read the first pages
            </Button>
          )}
          {isFree(item.price) ? <FreeNotice back={back} /> : <HowToBuy title={item.title} />}
          <p dir="auto" className="mt-10 max-w-[68ch] whitespace-pre-line border-rule border-t pt-6 text-soft [overflow-wrap:anywhere]">
            {item.description}
          </p>
        </div>
      </div>
    </div>
  )
}

function FreeNotice({ back }: { back: string }) {
  return (
    <p className="mt-8">
      There is nothing to pay: it is free.{' '}
      <Link to={back} className="text-link">
        Go back and open it
      </Link>
    </p>
  )
}
