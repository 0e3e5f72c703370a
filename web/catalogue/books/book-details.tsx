import BookOpen from 'lucide-react/icons/book-open'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { FILE_FORMATS, hasAbility } from '#contracts/common/file-formats.ts'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { audiobookOf } from '#web/lib/access/audiobook.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { useAccess, useItemAccess } from '#web/lib/access/item-access.ts'
import { mayOpen, ownedItems, owns, useMayOpen, usePriceLabel } from '#web/lib/access/owned-items.ts'
import { useOpenAtHash } from '#web/lib/access/use-open-at-hash.ts'
import type { CatalogueBook, CatalogueBookDetails } from '#web/lib/api/api.ts'
import { categoryLinks } from '#web/lib/category-links.ts'
import { priceTag } from '#web/lib/format/bytes.ts'
import { otherLanguage } from '#web/lib/format/other-language.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useReadLabel } from '#web/lib/places/left-at.ts'
import { Button } from '#web/ui/button.tsx'
import { CategoryList } from '#web/ui/category-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ItemAction } from '#web/ui/item-action.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import { ItemPage } from '#web/ui/item-page.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { PasswordNotice } from '#web/ui/password-notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Audiobook } from './audiobook.tsx'
import { BookContents } from './book-contents.tsx'
import { BookImprint } from './book-imprint.tsx'
import type { BookSearch } from './book-search.tsx'

/** Details on a book's page, before the book is opened. `by` names the author. */
export function BookDetails({
  book,
  by,
  share,
  renderDownload,
}: {
  book: CatalogueBookDetails
  by: ReactNode
  share: ReactNode
  /** Renders the download button of the book or of its audiobook */
  renderDownload: (product: DetailedItem) => ReactNode
}) {
  const access = useAccess({ kind: 'book', item: book })
  const { preview } = useItemAccess()
  const free = isFree(book.price)
  const isReadable = useMayOpen(book)
  const recording = audiobookOf(book)
  const readLabel = useReadLabel(book)
  const openPage = (page: number) => (mayOpen(book) ? void access.openAt(page || 1) : preview(book, page || 1))
  useOpenAtHash('page', openPage)
  return (
    <ItemPage
      crumbs={[{ to: '/bookshop', text: 'Bookshop' }]}
      cover={<ItemCover loading="first" item={book} sizes="(min-width: 64rem) 336px, (min-width: 48rem) 272px, 112px" />}
      shape="book"
      title={book.title}
      subtitle={book.subtitle}
      language={book.language}
      by={by}
      facts={[
        <strong key="price" className={free ? 'text-leaf' : undefined}>
          {usePriceLabel(book)}
        </strong>,
        book.pageCount !== null && pluralize(book.pageCount, 'page'),
        recording && `Audiobook, ${recording.duration}`,
        otherLanguage(book.language),
        book.seriesSlug && <InSeries key="series" {...book} slug={book.seriesSlug} />,
        book.encrypted && 'Opens with a password',
      ]}
      cost={priceTag('Read', { 'as text': book.textBytes, 'as pages': book.pagesBytes, ...bytesOfEditions(book) })}
      notice={book.encrypted && !isReadable && <PasswordNotice />}
      actions={
        <>
          <ItemAction
            access={isReadable && readLabel !== 'Read' ? { ...access, open: () => access.openAt('place') } : access}
            label={isReadable ? readLabel : `Get this book for ${formatPrice(book.price)}`}
            icon={<BookOpen aria-hidden className="size-5" />}
            freeFile={free && book.pdfUrl}
          />
          <PreviewButton book={book} />
          {renderDownload({ kind: 'book', item: book })}
          {share}
        </>
      }
    >
      {recording && (
        <Audiobook
          recording={recording}
          isAudible={isReadable}
          isFree={free}
          download={renderDownload({ kind: 'audiobook', item: recording })}
        />
      )}
      {book.opening && <Opening text={book.opening} language={book.language} />}
      <h2 className="mt-8 mb-4 text-title-md">About this book</h2>
      <Paragraphs text={book.description} language={book.language} />
      <BookContents
        contents={book.contents}
        lastPage={isReadable ? Number.POSITIVE_INFINITY : (book.previewPages ?? 0)}
        disabled={access.verifying}
        onOpen={openPage}
      />
      {(isReadable || book.previewUrl) && !book.encrypted && (
        <SearchInBook book={book} part={free ? 'free' : isReadable ? 'owned' : 'preview'} onOpen={openPage} />
      )}
      <BookImprint book={book} />
      <CategoryList categories={categoryLinks(book.categories, '/bookshop')} />
    </ItemPage>
  )
}

/** Returns the sizes of the files of a book that are read, by their formats, such as `as PDF`. */
function bytesOfEditions({ editions, pdfBytes }: Pick<CatalogueBookDetails, 'editions' | 'pdfBytes'>): Record<string, number> {
  if (editions.length === 0) return { 'as PDF': pdfBytes }
  const read = editions.filter(({ format }) => hasAbility(format, 'text'))
  return Object.fromEntries(read.map(({ format, bytes }) => [`as ${FILE_FORMATS[format].label}`, bytes]))
}

/** Place of a book in its series, with a link to the others. */
function InSeries({
  series,
  slug,
  seriesNumber,
  language,
}: Pick<CatalogueBook, 'series' | 'seriesNumber' | 'language'> & { slug: string }) {
  return (
    <span dir="auto" className="[overflow-wrap:anywhere]">
      {seriesNumber === null ? 'In ' : `Book ${seriesNumber} of `}
      <TextLink to={`/series/${slug}`}>
        <span lang={language ?? undefined}>{series}</span>
      </TextLink>
    </span>
  )
}

/** Three lines of the book, where its text begins. */
function Opening({ text, language }: { text: string; language: string | null }) {
  return (
    <section aria-label="The first lines" className="mt-5 max-w-[68ch]">
      <p lang={language ?? undefined} dir="auto" className="line-clamp-3 font-serif [overflow-wrap:anywhere]">
        {text}
      </p>
    </section>
  )
}

/** Preview button of a book, hidden from visitors who own the book. */
function PreviewButton({ book }: { book: CatalogueBook }) {
  const access = useItemAccess()
  const isOwned = owns(ownedItems.useValue(), book.id)
  if (!book.previewUrl || isOwned) return null
  const prepare = () => access.preloadView('book')
  return (
    <Button variant="outline" className="noscript:hidden" onClick={() => access.preview(book)} onPointerEnter={prepare} onFocus={prepare}>
      Read the first pages
    </Button>
  )
}

const loadSearch = () => import('./book-search.tsx')
const prepare = () => void loadSearch().catch(() => {})

/** Collapsible search within a book, limited to the preview for visitors who don't own the book. The code of the search is preloaded. */
function SearchInBook(props: ComponentProps<typeof BookSearch>) {
  const [opened, setOpened] = useState(false)
  return (
    <Disclosure
      title={props.part === 'preview' ? 'Search in the first pages' : 'Search in this book'}
      className="mt-8 max-w-[68ch] border-rule border-y noscript:hidden"
      onPrepare={prepare}
      onToggle={(open) => open && setOpened(true)}
    >
      {opened && <LazyPart load={loadSearch}>{({ BookSearch }) => <BookSearch {...props} />}</LazyPart>}
    </Disclosure>
  )
}
