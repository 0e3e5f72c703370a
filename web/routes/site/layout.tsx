import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Outlet, useMatch, useMatches, useRouteLoaderData } from 'react-router'
import { formatPrice } from '#contracts/shop/price.ts'
import { type OpenableItem, useAccess } from '#web/lib/access/item-access.ts'
import { providePageData, useStorePageData } from '#web/lib/history/page-data.ts'
import { useSite } from '#web/lib/site.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { AccessProvider, type OpenItems } from '#web/shop/access/access-provider.tsx'
import { PageProgress } from '#web/site/layout/page-progress.tsx'
import { SiteFooter } from '#web/site/layout/site-footer.tsx'
import { SiteHeader } from '#web/site/layout/site-header.tsx'
import { useForgetSeen } from '#web/site/layout/use-forget-seen.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyOverlay } from '#web/ui/lazy-overlay.tsx'

// The viewer's code is loaded when a click on a book is likely.
const loadViewer = () => import('#web/reading/viewer/shell/document-viewer.tsx')
const loadPlayer = () => import('#web/listening/player/podcast-player.tsx')

function preloadView(kind: OpenableItem['kind']) {
  const load = kind === 'book' ? loadViewer : loadPlayer
  // A failure to load the viewer or player is ignored here, since opening an item reports it.
  load().catch(() => {})
}

const PreviewBar = lazy(() => import('#web/site/layout/preview-bar.tsx'))

export const clientMiddleware = [providePageData]

export default function SiteLayout() {
  const overHero = useMatches().some(({ handle }) => (handle as { hero?: boolean } | undefined)?.hero)
  return (
    <AccessProvider renderOpenItems={(openItems, close) => <OpenedItems openItems={openItems} close={close} />} preloadView={preloadView}>
      <Frame overHero={overHero}>
        <Outlet />
      </Frame>
    </AccessProvider>
  )
}

function Frame({ overHero, children }: { overHero: boolean; children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  useStorePageData()
  useForgetSeen()
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 transform-[translateY(-6rem)] rounded-control bg-white px-5 py-3 font-semibold text-ink focus:transform-none focus:shadow-float"
      >
        Skip to content
      </a>
      <PageProgress />
      <SiteHeader overHero={overHero} />
      {/* The footer begins below the first screen, so that it does not move when items are loaded. */}
      <main id="main" tabIndex={-1} className="min-h-svh outline-none">
        {children}
      </main>
      <SiteFooter year={root?.year ?? new Date().getFullYear()} />
      {root?.site.preview && (
        <Suspense>
          <PreviewBar kind={root.site.preview} />
        </Suspense>
      )}
    </>
  )
}

function OpenedItems({ openItems: { book, recording }, close }: { openItems: OpenItems; close: (view: keyof OpenItems) => void }) {
  const [playerSlot, setPlayerSlot] = useState<HTMLElement | null>(null)
  const { wording } = useSite()
  const closeBook = () => close('book')
  const closeRecording = () => close('recording')
  return (
    <>
      {recording && (
        <LazyOverlay
          load={loadPlayer}
          reopen={{ kind: recording.kind, id: recording.item.id }}
          isQuiet={recording.isRestored}
          onClose={closeRecording}
        >
          {({ PodcastPlayer }) => (
            <PodcastPlayer opened={recording} covered={book !== undefined} slot={playerSlot} onClose={closeRecording} />
          )}
        </LazyOverlay>
      )}
      {book && (
        <LazyOverlay
          key={book.url}
          load={loadViewer}
          reopen={book.preview ? undefined : { kind: 'book', id: book.item.id }}
          onClose={closeBook}
        >
          {({ DocumentViewer }) => (
            <DocumentViewer
              pdfUrl={book.url}
              startReading={book.isText}
              price={book.item.price}
              pdfBytes={book.item.pdfBytes}
              title={book.item.title}
              language={book.item.language}
              bookId={book.item.id}
              renewUrl={book.renew}
              startPage={book.startAt}
              atPlace={book.resumes}
              shared={{ path: `/books/${book.item.slug}`, author: book.item.author, categories: book.item.categories }}
              wordTools={wording.reading}
              preview={
                book.preview && {
                  totalPages: book.item.pageCount ?? 0,
                  offer: <WholeBookOffer book={book} onClose={closeBook} />,
                }
              }
              playerSlot={setPlayerSlot}
              onClose={closeBook}
            />
          )}
        </LazyOverlay>
      )}
    </>
  )
}

/** Button that opens the book's checkout. Over the checkout page, it only closes the preview. */
function WholeBookOffer({ book, onClose }: { book: NonNullable<OpenItems['book']>; onClose: () => void }) {
  const { verifying, open } = useAccess({ kind: 'book', item: book.item })
  const isOverCheckout = useMatch('/checkout/:order') !== null
  return (
    <Button size="small" busy={verifying} onClick={isOverCheckout ? onClose : open}>
      {verifying ? 'Verifying access...' : `Get the whole book for ${formatPrice(book.item.price)}`}
    </Button>
  )
}
