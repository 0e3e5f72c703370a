import { useId } from 'react'
import { formatDuration } from '#contracts/listening/duration.ts'
import { productKind, useAccess } from '#web/lib/access/item-access.ts'
import { categoryColor } from '#web/lib/category-color.ts'
import { classNames } from '#web/lib/class-names.ts'
import { usePlaces } from '#web/lib/places/left-at.ts'
import { clearRecentItems, type RecentItem, useRecentItems } from '#web/lib/places/recent-items.ts'
import { CoverPlaceholder } from '#web/ui/cover-placeholder.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'

const ROW =
  '-mx-[min(1.25rem,6.25vw)] flex snap-x scroll-px-[min(1.25rem,6.25vw)] gap-6 overflow-x-auto overflow-y-hidden px-[min(1.25rem,6.25vw)] *:w-[min(17rem,80vw)] *:shrink-0 *:snap-start md:mx-0 md:px-0'
const GRID = 'grid gap-x-9 gap-y-6 sm:grid-cols-2 lg:grid-cols-3'

/** Items that this browser has opened and not finished, the latest first. `isRow` makes them a row that scrolls sideways. */
export function WhereYouWere({ isRow = false }: { isRow?: boolean }) {
  const places = usePlaces()
  const items = useRecentItems()
    .map((item) => ({ item, at: places[item.kind === 'book' ? 'page' : 'second'].get(item.id) ?? 0 }))
    .filter(({ item: { total }, at }) => at > 0 && (total === null || at < total))
  const id = useId()
  if (items.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={id} className={isRow ? 'font-sans font-semibold text-base text-soft' : 'text-title-md'}>
          Where you were
        </h2>
        <button type="button" onClick={clearRecentItems} className="text-link target text-base">
          Clear<span className="sr-only"> the list of titles where you were</span>
        </button>
      </div>
      <ul className={isRow ? ROW : GRID}>
        {items.map(({ item, at }) => (
          <Entry key={`${item.kind} ${item.id}`} item={item} at={at} />
        ))}
      </ul>
    </section>
  )
}

/** Item with the place where this browser stopped: a page, or a second. */
function Entry({ item, at }: { item: RecentItem; at: number }) {
  const { kind, id, slug, title, by, language, cover, total } = item
  const { verifying, openAt, intent } = useAccess({ kind, id })
  const share = total === null ? undefined : at / total
  return (
    <li className="flex min-w-0 gap-4" {...intent}>
      <div
        aria-hidden
        className={classNames(
          '@container w-14 shrink-0 self-start overflow-hidden bg-rule',
          kind === 'podcast' ? 'aspect-square rounded-control' : 'spine aspect-2/3',
        )}
      >
        <Picture
          picture={cover}
          alt=""
          sizes="56px"
          loading="eager"
          fallback={<CoverPlaceholder square={kind === 'podcast'} title={title} by={by} label="" color={categoryColor([])} />}
        />
      </div>
      <div className="min-w-0 flex-1">
        <h3 lang={language ?? undefined} dir="auto" className="line-clamp-1 font-semibold text-md [overflow-wrap:anywhere]">
          <TitleLink to={`/${productKind(kind)}s/${slug}`}>{title}</TitleLink>
        </h3>
        <p className="mt-0.5 truncate text-sm text-soft tabular-nums">{describePlace(kind, at, total)}</p>
        {share !== undefined && (
          <div aria-hidden className="mt-2 h-[3px] overflow-hidden rounded-full bg-rule">
            <div className="h-full rounded-full bg-lamp" style={{ width: `${share * 100}%` }} />
          </div>
        )}
        <button
          type="button"
          disabled={verifying}
          aria-label={`Continue ${title}`}
          onClick={() => openAt(kind === 'book' ? 'place' : undefined)}
          className="target mt-1.5 font-[650] text-base text-lamp-deep decoration-[1.5px] underline-offset-4 hover:underline disabled:cursor-progress disabled:opacity-55"
        >
          Continue
        </button>
      </div>
    </li>
  )
}

function describePlace(kind: RecentItem['kind'], at: number, total: number | null): string {
  const format = kind === 'book' ? String : formatDuration
  const place = kind === 'book' ? `Page ${at}` : format(at)
  return total === null ? place : `${place} of ${format(total)} · ${Math.round((at / total) * 100)}%`
}
