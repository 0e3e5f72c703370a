import { type MouseEvent, useEffect, useRef } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { Page } from '#contracts/common/list.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Loaded pages after the first one, by the key of the history entry */
const remembered = new Map<string, Page<never>[]>()

/**
 * Loads a list page by page and restores the loaded pages when the visitor returns to the list. `more` is the link to the next page, if
 * there is one.
 */
export function useRememberedPages<Item extends { id: string }>(
  first: Page<Item>,
  fetchPage: (cursor: string) => Promise<Page<Item>>,
  addressOf: (cursor: string) => string,
) {
  const { key } = useLocation()
  const { items, total, next, state, later, loadMore } = usePages({ first, later: remembered.get(key), fetchPage, onError: console.error })
  // The history key also changes while the list stays open, such as when an author profile opens over it.
  useEffect(() => {
    if (later.length > 0) remembered.set(key, later as Page<never>[])
  }, [key, later])
  const more = next && <ShowMore to={addressOf(next)} state={state} shown={items.length} total={total} onMore={loadMore} />
  return { items, total, more }
}

/**
 * Link that adds the next page to the preceding list and focuses the first new item. A real link, so that later pages work without scripts
 * and for search engines.
 */
function ShowMore({
  to,
  state,
  shown,
  total,
  onMore,
}: {
  to: string
  state: 'idle' | 'loading' | 'failed'
  shown: number
  total: number
  onMore: () => Promise<void>
}) {
  const box = useRef<HTMLDivElement>(null)
  // On a later page, the number of preceding items is unknown.
  const [params] = useSearchParams()
  const later = params.has('cursor') || params.has('page')

  async function add(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const [link, list] = [event.currentTarget, box.current?.previousElementSibling]
    const before = list?.children.length ?? 0
    await onMore()
    // The focus is moved only if the link still has it, or if the body has it because the link was removed.
    if (document.activeElement !== link && document.activeElement !== document.body) return
    list?.children[before]?.querySelector<HTMLElement>(':is(button, a):not([tabindex="-1"])')?.focus({ preventScroll: true })
  }

  return (
    <div ref={box} className="mt-14 grid justify-items-center gap-3">
      <Link
        to={to}
        aria-busy={state === 'loading' || undefined}
        onClick={add}
        className={buttonClass(
          { variant: 'outline' },
          'min-w-[min(12rem,100%)] in-[.on-dark]:text-moon in-[.on-dark]:ring-white/60 in-[.on-dark]:hover:bg-white/10 in-[.on-dark]:hover:ring-white',
        )}
      >
        {state === 'loading' && <Spinner />}
        {state === 'failed' ? 'Try again' : 'Show more'}
      </Link>
      <p role="status" className="text-base text-soft tabular-nums in-[.on-dark]:text-moon">
        {state === 'failed' ? 'The next items could not be loaded.' : !later && `${shown} of ${total.toLocaleString('en')} shown`}
      </p>
    </div>
  )
}
