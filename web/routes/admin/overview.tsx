import BookOpen from 'lucide-react/icons/book-open'
import Mic from 'lucide-react/icons/mic'
import PenLine from 'lucide-react/icons/pen-line'
import { Link } from 'react-router'
import { Overview } from '#contracts/admin/overview.ts'
import { read } from '#web/admin/kit/api.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { CheckList } from '#web/admin/overview/check-list.tsx'
import { ShopOverview, startLoadingShop } from '#web/admin/overview/shop-overview.tsx'
import { FirstRun, startLoadingSetup } from '#web/admin/setup/first-run.tsx'
import { OverviewStatistics } from '#web/admin/statistics/overview-statistics.tsx'
import { fetchStatistics } from '#web/admin/statistics/statistics-api.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/overview.ts'

const NOUNS = {
  book: { Icon: BookOpen, home: '/admin/books', word: 'Book' },
  podcast: { Icon: Mic, home: '/admin/podcasts', word: 'Podcast' },
  author: { Icon: PenLine, home: '/admin/authors', word: 'Author' },
}

export const meta = adminMeta('Overview')

export function clientLoader() {
  const [setup, shop] = [startLoadingSetup(), startLoadingShop()]
  return {
    setup,
    shop,
    first: Promise.allSettled([setup, shop]),
    loading: startLoading(() => read(Overview, '/overview')),
    counting: startLoading(() => fetchStatistics('month')),
  }
}

/** Overview page with sales and orders, open tasks and health checks, the catalogue, and reading and listening statistics. */
export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  const { value: overview, failure, reload } = useLoaded(loaderData.loading, 'Failed to fetch the overview', { isRemembered: true })
  // The parts at the top are displayed together, so that none of them moves the others down.
  const { value: first } = useLoaded(loaderData.first, 'first', { isRemembered: true })
  const counting = useLoaded(loaderData.counting, 'Failed to fetch the statistics', { isRemembered: true })
  return (
    <>
      <PageTitle className="mb-5">Overview</PageTitle>
      {!first && <LoadingList />}
      <div hidden={!first}>
        <FirstRun loading={loaderData.setup} />
        <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0">
            <ShopOverview loading={loaderData.shop} />
          </div>
          {overview && <CheckList overview={overview} />}
        </div>
        {failure && <FailedList many="overview" onRetry={reload} />}
        {!failure && !overview && <LoadingList />}
        {overview && (
          <>
            <div className="mt-10 grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Counts counts={overview.counts} />
              <LatestAdditions latest={overview.latest} />
            </div>
            <OverviewStatistics statistics={counting.failure ? null : counting.value} />
          </>
        )}
      </div>
    </>
  )
}

function Counts({ counts }: { counts: Overview['counts'] }) {
  const entries: { to: string; label: string; count: number; note?: string | undefined }[] = [
    { to: '/admin/books', label: 'Books', count: counts.books.total, note: noteOf(counts.books) },
    { to: '/admin/authors', label: 'Authors', count: counts.authors },
    { to: '/admin/podcasts', label: 'Podcasts', count: counts.podcasts.total, note: noteOf(counts.podcasts) },
    { to: '/admin/accounts', label: 'Admin Accounts', count: counts.admins },
    ...(counts.unreadMessages === null ? [] : [{ to: '/admin/messages', label: 'Unread messages', count: counts.unreadMessages }]),
  ]
  return (
    <ul className="grid grid-cols-2 border-rule border-t border-l sm:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
      {entries.map(({ to, label, count, note }) => (
        <li key={to} className="border-rule border-r border-b">
          <Link to={to} className="block px-4 py-4 hover:bg-paper-2">
            <span className="block font-serif text-title-xl leading-none tabular-nums">{count.toLocaleString('en')}</span>
            <span className="mt-2 block text-base text-soft">{label}</span>
            {note && <span className="block text-sm text-soft tabular-nums">{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the number of published items, unless all items are published. */
function noteOf({ total, listed }: Overview['counts']['books']): string | undefined {
  return listed < total ? `${listed.toLocaleString('en')} published` : undefined
}

function LatestAdditions({ latest }: { latest: Overview['latest'] }) {
  return (
    <section aria-labelledby="latest">
      <h2 id="latest" className="mb-3 text-2xl">
        Latest additions
      </h2>
      {latest.length === 0 && <p className="border-rule border-t py-6 text-base text-soft">Nothing yet. Start with a book.</p>}
      {latest.length > 0 && (
        <ul className="border-rule border-t">
          {latest.map(({ noun, id, name, createdAt }) => {
            const { Icon, home, word } = NOUNS[noun]
            return (
              <li key={id} className="border-rule border-b">
                <Link to={`${home}/${id}/edit`} className="flex gap-3 py-3 text-base leading-snug hover:bg-paper-2">
                  <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-lamp-deep" />
                  <span className="min-w-0">
                    <span className="wrap-anywhere line-clamp-2 font-semibold">{name}</span>
                    <span className="text-sm text-soft tabular-nums">
                      {word} · <ExactTime iso={createdAt} toMinute />
                    </span>
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
