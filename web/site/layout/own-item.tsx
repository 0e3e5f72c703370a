import { type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router'
import { clientIds } from '#web/lib/access/client-id.ts'
import { fetchOwnedItem } from '#web/lib/access/fetch-item.ts'
import { ItemAccessContext, type ItemKey, type OpenableItem, useAccess } from '#web/lib/access/item-access.ts'
import { mayOwnItems } from '#web/lib/access/owned-items.ts'
import { useSite } from '#web/lib/site.tsx'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { NoticePage } from './notice-page.tsx'

/**
 * Page at the address of an item that is not public: the item for its owners, `otherwise` for everyone else. The document is the same for
 * everyone, and only a browser with purchases asks for its own.
 */
export function OwnItem({ otherwise }: { otherwise: ReactNode }) {
  const { pathname } = useLocation()
  const access = use(ItemAccessContext)
  const key = access && itemAt(pathname)
  const { current } = useFetched(key ? `${key.kind} ${key.id}` : null, async (signal) => {
    // The response says whether a browser that lost its storage has purchases, since its cookie remains.
    await clientIds.get()
    return key && mayOwnItems() ? fetchOwnedItem(key, signal) : undefined
  })
  return typeof current === 'object' ? <OwnedItem owned={current} /> : otherwise
}

function OwnedItem({ owned }: { owned: OpenableItem }) {
  const { kind, item } = owned
  const { brand } = useSite()
  const { verifying, open, intent } = useAccess(owned)
  const verb = kind === 'book' ? 'Read' : 'Listen'
  return (
    <div role="status">
      <NoticePage kicker="Yours" title={item.title}>
        <title>{`${item.title} · ${brand.name}`}</title>
        <p>
          This {kind === 'book' ? 'book' : 'episode'} is no longer on the site for others. You bought it, so it stays yours. It is also
          among{' '}
          <Link className="text-link" to="/purchases">
            your purchases
          </Link>
          .
        </p>
        <Button className="mt-8 w-full sm:w-auto" busy={verifying} onClick={open} {...intent}>
          {verb}
          <span className="sr-only"> {item.title}</span>
        </Button>
      </NoticePage>
    </div>
  )
}

/** Returns the item at an address; its id may be a slug. */
function itemAt(pathname: string): ItemKey | undefined {
  const [, folder, id] = /^\/(book|podcast)s\/([\w-]+)\/?$/.exec(pathname) ?? []
  return folder && id ? { kind: folder as ItemKey['kind'], id } : undefined
}
