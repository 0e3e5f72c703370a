import type { ReactNode } from 'react'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { receiptLabel } from '#contracts/shop/receipt-number.ts'
import { audiobookOf } from '#web/lib/access/audiobook.ts'
import { type DetailedItem, useItem } from '#web/lib/access/fetch-item.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { categoryColor } from '#web/lib/category-color.ts'
import { classNames } from '#web/lib/class-names.ts'
import { contactLinks } from '#web/lib/contact-links.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { useSite } from '#web/lib/site.tsx'
import type { Fetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'

export type RenderDownload = (product: DetailedItem) => ReactNode

/** List of purchases. `renderDownload` renders the download button of an item. */
export function PurchaseList({
  purchases,
  onRetry,
  renderDownload,
}: {
  purchases: Fetched<Purchase[]>
  onRetry: () => void
  renderDownload: RenderDownload
}) {
  // The loading state has the height of the text that most visitors see, to avoid a layout shift of the content below.
  if (purchases === 'loading')
    return (
      <>
        <p role="status" className="mt-2 flex items-center gap-3 text-soft noscript:hidden">
          <Spinner className="text-lamp" />
          Loading
        </p>
        <noscript>
          <p className="mt-2 text-soft">Turn on JavaScript to see your purchases.</p>
        </noscript>
      </>
    )
  if (typeof purchases === 'string')
    return (
      <div className="mt-5">
        <p role="alert">Your purchases could not be loaded. Check your connection.</p>
        <Button variant="outline" size="small" className="mt-4" onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  return (
    <>
      <p role="status" className="mt-2 text-soft">
        {purchases.length > 0 ? pluralize(purchases.length, 'title') : 'No purchases in this browser yet.'}
      </p>
      {purchases.length > 0 && (
        <ul className="mt-5 border-rule border-t">
          {purchases.map((purchase) => {
            const PurchaseRow = purchase.refundedAt ? RefundedRow : purchase.available ? OpenRow : GoneRow
            return <PurchaseRow key={purchase.orderId} purchase={purchase} renderDownload={renderDownload} />
          })}
        </ul>
      )}
    </>
  )
}

function OpenRow({ purchase, renderDownload }: { purchase: Purchase; renderDownload: RenderDownload }) {
  const { product } = purchase
  const item = useItem(product)
  const plate = <CoverPlaceholder title={product.title} by="" label="" color={categoryColor(item?.item.categories ?? [])} />
  return (
    <Row
      purchase={purchase}
      {...(item && { to: `/${item.kind}s/${item.item.slug}`, language: item.item.language })}
      cover={
        <>
          {item === null && plate}
          {item === undefined && <div className="size-full bg-paper-2" />}
          {item && <Picture picture={item.item.cover} alt="" sizes="56px" fallback={plate} />}
        </>
      }
    >
      {/* The buttons are below the title, so that the download button does not narrow the title when the item is loaded. */}
      <div className="col-span-full flex flex-wrap items-center gap-4 sm:col-start-2">
        <OpenButton target={product}>
          {product.kind === 'book' ? 'Read' : 'Listen'}
          <span className="sr-only"> {product.title}</span>
        </OpenButton>
        {item && renderDownload(item)}
        {item?.kind === 'book' && <OwnAudiobook book={item.item} renderDownload={renderDownload} />}
      </div>
    </Row>
  )
}

/** Buttons that play and download the audiobook of an owned book. */
function OwnAudiobook({ book, renderDownload }: { book: CatalogueBookDetails; renderDownload: RenderDownload }) {
  const recording = audiobookOf(book)
  if (!recording) return null
  const product: DetailedItem = { kind: 'audiobook', item: recording }
  return (
    <>
      <OpenButton target={product}>
        Listen
        <span className="sr-only"> to {recording.title}</span>
      </OpenButton>
      {renderDownload(product)}
    </>
  )
}

function OpenButton({ target, children }: { target: Parameters<typeof useAccess>[0]; children: ReactNode }) {
  const { verifying, open, intent } = useAccess(target)
  return (
    <Button variant="outline" size="small" busy={verifying} onClick={open} {...intent}>
      {children}
    </Button>
  )
}

function RefundedRow({ purchase }: { purchase: Purchase }) {
  const { zone } = useShopTime()
  const { product, refundedAt } = purchase
  return (
    <Row purchase={purchase} cover={<CoverPlaceholder title={product.title} by="" label="" color={categoryColor([])} />}>
      <p className="col-span-full sm:col-start-2">
        Refunded on {formatDate(refundedAt ?? '', zone)}. The {product.kind === 'book' ? 'book' : 'episode'} no longer opens.
      </p>
    </Row>
  )
}

/** Row of a purchase whose item was removed from the site. The buyer has to contact the shop. */
function GoneRow({ purchase }: { purchase: Purchase }) {
  const { emailUrl } = contactLinks(useSite().contact)
  const { product, receiptNumber } = purchase
  const subject = receiptNumber === null ? product.title : `Receipt ${receiptLabel(receiptNumber)}: ${product.title}`
  return (
    <Row purchase={purchase} cover={<CoverPlaceholder title={product.title} by="" label="" color={categoryColor([])} />}>
      <p className="col-span-full sm:col-start-2">
        This {product.kind === 'book' ? 'book' : 'episode'} is no longer on the site, so it can’t be opened.{' '}
        <a className="text-link" href={`${emailUrl}?subject=${encodeURIComponent(subject)}`}>
          Write to us
        </a>{' '}
        {receiptNumber === null ? 'about it.' : 'about it, and include your receipt number.'}
      </p>
    </Row>
  )
}

/** Row of a purchase. `to` is the path of the item's page. */
function Row({
  purchase,
  cover,
  to,
  language,
  children,
}: {
  purchase: Purchase
  cover: ReactNode
  to?: string
  language?: string | null
  children: ReactNode
}) {
  const { zone } = useShopTime()
  const { product, boughtAt, receiptNumber } = purchase
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-4 border-rule border-b py-4 sm:gap-x-5">
      <div
        aria-hidden
        className={classNames(
          '@container w-14 self-start overflow-hidden sm:row-span-2',
          product.kind === 'book' ? 'spine aspect-2/3' : 'aspect-square rounded-control',
        )}
      >
        {cover}
      </div>
      <div className="min-w-0">
        <h3 lang={language ?? undefined} dir="auto" className="line-clamp-3 text-title-xs [overflow-wrap:anywhere]">
          {to ? <TitleLink to={to}>{product.title}</TitleLink> : product.title}
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-4 text-base text-soft tabular-nums">
          <span>{formatDate(boughtAt, zone)}</span>
          {receiptNumber !== null && <span>Receipt {receiptLabel(receiptNumber)}</span>}
        </p>
      </div>
      {children}
    </li>
  )
}
