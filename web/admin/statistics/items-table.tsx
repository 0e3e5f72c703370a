import ArrowDown from 'lucide-react/icons/arrow-down'
import { Link, useLocation, useSearchParams } from 'react-router'
import { type CountedKind, ITEM_SORTS, type ItemStatisticsQuery, type Statistics } from '#contracts/admin/statistics.ts'
import { classNames } from '#web/lib/class-names.ts'
import { FiguresTable } from './figures-table.tsx'
import { formatListening, KIND_NAMES } from './words.ts'

type Sort = ItemStatisticsQuery['sort']

const HEADS: Record<Sort, string> = {
  viewed: 'Page views',
  opened: 'Opened',
  finished: 'To the end',
  listenedSeconds: 'Listened',
  bought: 'Bought',
}

/** Table columns that apply to each kind of item */
const FIGURES: Record<CountedKind, readonly Sort[]> = {
  book: ['viewed', 'opened', 'finished', 'bought'],
  podcast: ITEM_SORTS,
  author: ['viewed'],
}

/** Returns the sort column in a URL's parameters, by default the page views. */
export function readSort(params: URLSearchParams): Sort {
  return ITEM_SORTS.find((sort) => sort === params.get('sort')) ?? 'viewed'
}

/** Statistics table of items for a period, sorted by clicking the column headers. */
export function ItemsTable({ items, sort }: { items: Statistics['items']; sort: Sort }) {
  const { search } = useLocation()
  return (
    <FiguresTable
      caption="Books, episodes and authors"
      first="Title"
      heads={ITEM_SORTS.map((name) => ({ name, sorted: name === sort, content: <SortButton name={name} sorted={name === sort} /> }))}
      lines={items.map(({ kind, id, title, ...counts }) => ({
        key: `${kind} ${id}`,
        name: (
          <>
            {title === null ? (
              <span className="text-soft">Deleted</span>
            ) : (
              <Link to={`/admin/statistics/${kind}/${id}${search}`} className="text-link">
                {title}
              </Link>
            )}
            <span className="block text-sm text-soft">{KIND_NAMES[kind]}</span>
          </>
        ),
        // A dash marks figures that don't apply to the item's kind; a zero means that nothing was counted.
        values: ITEM_SORTS.map((name) => {
          if (!FIGURES[kind].includes(name)) return <span className="text-soft">–</span>
          return name === 'listenedSeconds' ? formatListening(counts[name]) : counts[name].toLocaleString('en')
        }),
      }))}
    />
  )
}

function SortButton({ name, sorted }: { name: Sort; sorted: boolean }) {
  const [, setParams] = useSearchParams()
  function sort() {
    setParams(
      (old) => {
        const params = new URLSearchParams(old)
        params.set('sort', name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return (
    <button
      type="button"
      onClick={sort}
      className={classNames(
        'inline-flex min-h-11 items-center gap-1 text-right leading-tight hover:text-ink',
        sorted && 'font-semibold text-ink',
      )}
    >
      {sorted && <ArrowDown aria-hidden className="size-4" />}
      {HEADS[name]}
    </button>
  )
}
