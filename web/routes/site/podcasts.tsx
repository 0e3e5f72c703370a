import { useRouteLoaderData } from 'react-router'
import type { Site } from '#contracts/site/shared-site.ts'
import { podcastsArt } from '#site/art/podcasts-art.ts'
import { Catalogue } from '#web/catalogue/items/catalogue.tsx'
import { categoryNames, type Filters, isNarrowing, readListQuery, withoutChoices } from '#web/catalogue/items/filters.ts'
import { PodcastGridLoading } from '#web/catalogue/podcasts/podcast-grid.tsx'
import { PodcastResults } from '#web/catalogue/podcasts/podcast-results.tsx'
import { podcastSeriesData } from '#web/catalogue/podcasts/podcast-structured-data.ts'
import { Subscribe } from '#web/catalogue/subscribe/subscribe.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { listOrRespell } from '#web/lib/api/list-or-respell.ts'
import { createTextSearch } from '#web/lib/api/text-search.ts'
import { rootOf, siteContext, useSite } from '#web/lib/site.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { podcastFeedLink } from '#web/site/layout/feed-links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Hero } from '#web/ui/hero.tsx'
import type { Route } from './+types/podcasts.ts'

const EPISODES_PER_PAGE = 24

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  const own = pageMeta(args, {
    title: 'Podcasts',
    description: rootOf(args).site.headings.podcasts.lines.join(' '),
    about: import.meta.env.SSR && ((origin) => [podcastSeriesData(rootOf(args).site.podcast, origin)]),
  })
  return [...own, podcastFeedLink(args)]
}

function load({ request, context }: Route.LoaderArgs) {
  const { programs } = context.get(siteContext)
  const { filters: found, cursor, later } = readListQuery(request)
  const filters = withoutChoices(found)
  const api = context.get(apiContext)
  const asked = query(filters, programs, cursor)
  return { filters, later, page: listOrEmpty(listOrRespell(createTextSearch(api), 'podcast', asked, (spelt) => api.listPodcasts(spelt))) }
}

export { load as clientLoader, load as loader }

export default function Podcasts({ loaderData: { filters, later, page } }: Route.ComponentProps) {
  const { programs, headings } = useSite()
  const heading = headings.podcasts
  const origin = useRouteLoaderData<typeof rootLoader>('root')?.origin
  return (
    <>
      <Hero {...heading} image={heading.image ?? podcastsArt} position="50% 60%" />
      <Catalogue
        path="/podcasts"
        noun={['episode', 'episodes']}
        placeholder="Title, host or subject"
        filters={filters}
        later={later}
        page={page}
        fetchPage={(cursor, q) => browserApi.listPodcasts(query({ ...filters, q }, programs, cursor))}
        outline={<PodcastGridLoading count={6} />}
      >
        {({ items, more }) => (
          <PodcastResults podcasts={items} q={filters.q} filtered={isNarrowing(filters)}>
            {more}
          </PodcastResults>
        )}
      </Catalogue>
      {origin && (
        <div className="wrap pb-16 md:pb-24">
          <Subscribe feedUrl={`${origin}/podcasts/feed.xml`} />
        </div>
      )}
    </>
  )
}

function query({ q, category }: Filters, programs: Site['programs'], cursor?: string) {
  return { q, category: categoryNames(category, programs), cursor, limit: EPISODES_PER_PAGE }
}
