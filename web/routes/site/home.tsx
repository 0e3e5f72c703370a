import BookOpen from 'lucide-react/icons/book-open'
import Feather from 'lucide-react/icons/feather'
import Mic from 'lucide-react/icons/mic'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Site } from '#contracts/site/shared-site.ts'
import { cardArt } from '#site/art/card-art.ts'
import { homeArt } from '#site/art/home-art.ts'
import { BookGrid, BookGridLoading } from '#web/catalogue/books/book-grid.tsx'
import { PodcastGrid, PodcastGridLoading } from '#web/catalogue/podcasts/podcast-grid.tsx'
import { apiContext } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { rootOf, useSite } from '#web/lib/site.tsx'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { founderLink } from '#web/site/layout/links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { BibleIcon } from '#web/ui/bible-icon.tsx'
import { CardScene } from '#web/ui/card-scene.tsx'
import { Deferred } from '#web/ui/deferred.tsx'
import { type Drawing, Hero } from '#web/ui/hero.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { LazyPictures, PAIR_WIDTH } from '#web/ui/picture.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { ServiceCard } from '#web/ui/service-card.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/home.ts'

const FEATURED_BOOKS = 4
const FEATURED_EPISODES = 3

const services: Record<Site['home']['tiles'][number]['title'], { icon: ReactNode; drawing: Drawing; to: string }> = {
  Books: { icon: <BookOpen />, drawing: cardArt('books'), to: '/bookshop' },
  Bibles: { icon: <BibleIcon />, drawing: cardArt('bibles'), to: '/contact?about=bibles' },
  'Youth Coaching Podcasts': { icon: <Mic />, drawing: cardArt('youth'), to: '/programs/teen-coaching' },
  'Book Publishing': { icon: <Feather />, drawing: cardArt('publishing'), to: '/publishing' },
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
      <WhereYouWereSlot />
      <section aria-labelledby="services" className="wrap py-3 md:py-22">
        <h2 id="services" className="sr-only">
          What we offer
        </h2>
        {/* On phones the service tiles scroll horizontally, so that the first books are visible without scrolling down. */}
        <ul className="-mx-[min(1.25rem,6.25vw)] flex snap-x scroll-px-[min(1.25rem,6.25vw)] divide-x divide-rule overflow-x-auto overflow-y-hidden md:mx-0 md:grid md:grid-cols-2 md:gap-x-6 md:gap-y-12 md:divide-x-0 md:overflow-visible lg:grid-cols-4 lg:gap-x-9">
          {home.tiles.map(({ title, text, image }) => (
            <li
              key={title}
              className="w-[min(14.5rem,80vw)] shrink-0 snap-start border-rule px-[min(1.25rem,6.25vw)] py-2 md:w-auto md:p-0"
            >
              <ServiceCard title={title} description={text} {...services[title]} {...(image && { drawing: image })} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="best-selling" className="bg-paper-2 pt-5 pb-14 md:py-22">
        <div className="wrap">
          <SectionTitle id="best-selling" title={home.booksTitle} aside={<TextLink to="/bookshop">Browse All Books</TextLink>} />
          <Deferred data={books} outline={<BookGridLoading count={FEATURED_BOOKS} />}>
            {({ items }) => <BookGrid books={items.slice(0, FEATURED_BOOKS)} />}
          </Deferred>
        </div>
      </section>
      <FoundersLetter site={site} />
      <section aria-labelledby="programs" className="border-rule border-t bg-paper-2 py-14 md:py-22">
        <div className="wrap">
          <SectionTitle id="programs" title={home.programsTitle} />
          <ul className="grid pairs gap-x-4 gap-y-7 sm:gap-x-6 md:grid-cols-3 md:gap-y-12 lg:gap-x-9">
            {site.programs.map((program) => (
              <li key={program.slug} className="min-w-0">
                <ProgramCard program={program} />
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="latest-podcasts" className="on-dark bg-night py-14 text-moon md:py-22">
        <div className="wrap">
          <SectionTitle light id="latest-podcasts" title={home.podcastsTitle} aside={<TextLink to="/podcasts">All Episodes</TextLink>} />
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

const recentItems = createStoredValue('recentItems')
const loadWhereYouWere = () => import('#web/catalogue/items/where-you-were.tsx')

/** Row of the items that this browser opened, which loads after hydration. Its height is reserved before the first paint. */
function WhereYouWereSlot() {
  const hasItems = recentItems.useValue() !== null
  return (
    <div className="wrap hidden min-h-[10.5rem] pt-6 in-data-recent:block md:min-h-[11.25rem] md:pt-9">
      {hasItems && (
        <LazyPart load={loadWhereYouWere} frame={() => null}>
          {({ WhereYouWere }) => <WhereYouWere isRow />}
        </LazyPart>
      )}
    </div>
  )
}

/** Letter to visitors beside an illustration, signed by the founder. */
function FoundersLetter({ site }: { site: Site }) {
  const { home, founder } = site
  if (!home.letter) return null
  const { to, text } = founderLink(site)
  return (
    <section aria-labelledby="letter" className="wrap grid items-center gap-x-16 gap-y-7 py-14 md:py-22 lg:grid-cols-[1fr_1.35fr]">
      <div className="aspect-5/3 overflow-hidden rounded-control bg-rule lg:aspect-4/5">
        <CardScene drawing={home.letterImage ?? cardArt('letter')} sizes="(min-width: 75rem) 470px, (min-width: 64rem) 40vw, 90vw" />
      </div>
      <div>
        <SectionTitle id="letter" title={home.letterTitle} />
        <p className="-mt-2 max-w-[36em] whitespace-pre-line font-serif text-title-xs leading-relaxed [overflow-wrap:anywhere] md:-mt-4 md:text-title-sm md:leading-relaxed">
          {home.letter}
        </p>
        <p className="mt-6 font-semibold">
          {founder.name}, <span className="font-normal text-soft">founder</span>
        </p>
        <p className="mt-3">
          <TextLink to={to}>{text}</TextLink>
        </p>
      </div>
    </section>
  )
}

/** Card of a program with its scene. The whole card is a link. */
function ProgramCard({ program: { slug, title, summary, image } }: { program: Site['programs'][number] }) {
  return (
    <article className="group relative">
      <div className="aspect-5/3 overflow-hidden rounded-control bg-rule shadow-cover">
        <div className="size-full transition-transform duration-500 ease-out group-hover:scale-[1.03]">
          <CardScene drawing={image ?? cardArt(slug)} sizes={`(min-width: 75rem) 370px, (min-width: 48rem) 30vw, ${PAIR_WIDTH}`} />
        </div>
      </div>
      <h3 className="mt-4 text-title-xs [overflow-wrap:anywhere] max-[22rem]:text-lg/tight md:mt-5 md:text-title-sm">
        <Link to={`/programs/${slug}`} className="title-link after:absolute after:inset-0">
          {title}
        </Link>
      </h3>
      <p className="mt-1.5 text-md text-soft leading-normal [overflow-wrap:anywhere] max-md:hidden">{summary}</p>
    </article>
  )
}
