import BookOpen from 'lucide-react/icons/book-open'
import Feather from 'lucide-react/icons/feather'
import Mic from 'lucide-react/icons/mic'
import type { ReactNode } from 'react'
import type { Site } from '#contracts/site/shared-site.ts'
import { homeArt } from '#site/art/home-art.ts'
import { BookGrid, BookGridLoading } from '#web/catalogue/books/book-grid.tsx'
import { PodcastGrid, PodcastGridLoading } from '#web/catalogue/podcasts/podcast-grid.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { rootOf, useSite } from '#web/lib/site.tsx'
import { isFounder } from '#web/site/layout/is-founder.ts'
import { founderLink } from '#web/site/layout/links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { BibleIcon } from '#web/ui/bible-icon.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { LazyPictures } from '#web/ui/picture.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { ServiceCard } from '#web/ui/service-card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/home.ts'

const FEATURED_BOOKS = 4
const FEATURED_EPISODES = 3

const services: Record<Site['home']['tiles'][number]['title'], { icon: ReactNode; to: string }> = {
  Books: { icon: <BookOpen />, to: '/bookshop' },
  Bibles: { icon: <BibleIcon />, to: '/contact?about=bibles' },
  'Youth Coaching Podcasts': { icon: <Mic />, to: '/programs/teen-coaching' },
  'Book Publishing': { icon: <Feather />, to: '/publishing' },
}

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  const { mission, blurb } = rootOf(args).site.brand
  return pageMeta(args, { description: `${mission} ${blurb}` })
}

function load({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  return {
    books: listOrEmpty(api.listBooks({ limit: FEATURED_BOOKS })),
    podcasts: listOrEmpty(api.listPodcasts({ limit: FEATURED_EPISODES })),
  }
}

export { load as clientLoader, load as loader }

export default function Home({ loaderData: { books, podcasts } }: Route.ComponentProps) {
  const site = useSite()
  const { brand, home } = site
  return (
    <>
      <Hero
        tall
        title={brand.vision}
        lines={[brand.mission, home.line]}
        image={home.image ?? homeArt}
        primary={{ text: home.primary, to: '/bookshop' }}
        secondary={{ text: home.secondary, to: '/programs/relationship-coaching' }}
      />
      <section aria-labelledby="services" className="wrap py-3 md:py-22">
        <h2 id="services" className="sr-only">
          What we offer
        </h2>
        {/* On phones the service tiles scroll horizontally, so that the first books are visible without scrolling down. */}
        <ul className="-mx-[min(1.25rem,6.25vw)] flex snap-x scroll-px-[min(1.25rem,6.25vw)] divide-x divide-rule overflow-x-auto md:mx-0 md:grid md:grid-cols-2 md:gap-y-14 md:divide-x-0 md:overflow-visible lg:grid-cols-4">
          {home.tiles.map(({ title, text }) => (
            <li
              key={title}
              className="w-[min(14.5rem,80vw)] shrink-0 snap-start border-rule px-[min(1.25rem,6.25vw)] py-2 md:w-auto md:border-l md:px-7 md:py-1 max-lg:md:odd:border-l-0 max-lg:md:odd:pl-0 lg:first:border-l-0 lg:first:pl-0 lg:last:pr-0"
            >
              <ServiceCard title={title} description={text} {...services[title]} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="best-selling" className="bg-paper-2 pt-5 pb-14 md:py-22">
        <div className="wrap">
          <SectionTitle id="best-selling" title={home.booksTitle} aside={<TextLink to="/bookshop">Browse All Books</TextLink>} />
          <Deferred data={books} outline={<BookGridLoading count={FEATURED_BOOKS} />}>
            {({ items }) => (
              <>
                <BookGrid books={items.slice(0, FEATURED_BOOKS)} />
                {items.some(({ author }) => isFounder(author, site.founder.name)) && (
                  <p className="mt-9">
                    Books by {site.founder.name}, our founder, are on <TextLink to={founderLink(site).to}>the founder’s shelf</TextLink>.
                  </p>
                )}
              </>
            )}
          </Deferred>
        </div>
      </section>
      <section aria-labelledby="latest-podcasts" className="on-dark bg-night py-14 text-moon md:py-22">
        <div className="wrap">
          <SectionTitle light id="latest-podcasts" title="Latest Podcasts" aside={<TextLink to="/podcasts">All Episodes</TextLink>} />
          <Deferred data={podcasts} outline={<PodcastGridLoading count={FEATURED_EPISODES} />}>
            {({ items }) => (
              <LazyPictures>
                <PodcastGrid podcasts={items.slice(0, FEATURED_EPISODES)} />
              </LazyPictures>
            )}
          </Deferred>
        </div>
      </section>
    </>
  )
}
