import Headphones from 'lucide-react/icons/headphones'
import Mic from 'lucide-react/icons/mic'
import Play from 'lucide-react/icons/play'
import { useId } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { isFree } from '#contracts/shop/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { useMayOpen, usePriceLabel } from '#web/lib/access/owned-items.ts'
import { useLeftAt } from '#web/lib/places/left-at.ts'
import { useSite } from '#web/lib/site.tsx'
import { CardAction } from '#web/ui/card-action.tsx'
import { CardCover } from '#web/ui/card-cover.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeletons } from '#web/ui/loading.tsx'
import type { PictureLoading } from '#web/ui/picture.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'
import { EpisodeMenu } from './episode-menu.tsx'
import { HeardMark } from './heard-mark.tsx'

export const PODCAST_GRID = 'grid gap-x-6 gap-y-12 sm:grid-cols-2 md:grid-cols-3 lg:gap-x-9'
/** CSS classes of an episode grid beside a column of text */
const NARROW_GRID = 'grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:gap-x-9'

/** Number of episodes in the first row of a wide screen. Their covers are on the first screen of a list. */
const FIRST_ROW = 3

export function PodcastGrid({ podcasts, narrow = false }: { podcasts: Podcast[]; narrow?: boolean }) {
  const { wording } = useSite()
  if (podcasts.length === 0)
    return (
      <EmptyState icon={<Mic />} title={wording.podcasts.empty}>
        <p>There are no episodes to show right now. Please come back soon.</p>
      </EmptyState>
    )
  return (
    <ul className={narrow ? NARROW_GRID : PODCAST_GRID}>
      {podcasts.map((podcast, index) => (
        <li key={podcast.id} className="min-w-0">
          <PodcastCard podcast={podcast} loading={index < FIRST_ROW ? 'eager' : 'lazy'} />
        </li>
      ))}
    </ul>
  )
}

export function PodcastGridLoading({ count, narrow = false }: { count: number; narrow?: boolean }) {
  return (
    <div className={narrow ? NARROW_GRID : PODCAST_GRID}>
      <Skeletons
        count={count}
        className="grid grid-cols-[min(7rem,36%)_1fr] gap-x-5 *:bg-rule/60 sm:grid-cols-1 in-[.on-dark]:*:bg-night-2"
      >
        <div className="aspect-square rounded-control" />
        <div className="mt-2 h-7 w-4/5 rounded-xs sm:mt-5" />
        <div className="col-span-2 mt-4 mb-16 h-16 rounded-xs sm:col-span-1" />
      </Skeletons>
    </div>
  )
}

const LISTEN =
  'inline-flex min-h-11 items-center gap-2 rounded-full px-5 font-[650] ring-[1.5px] ring-edge ring-inset transition-colors duration-150 hover:bg-ink hover:text-paper disabled:cursor-progress disabled:opacity-55 in-[.on-dark]:ring-white/35 in-[.on-dark]:hover:bg-moon in-[.on-dark]:hover:text-ink'

/** Card of an episode. On phones, the text is beside the cover; on larger screens, below it. The text colors adapt to the background. */
export function PodcastCard({ podcast, loading }: { podcast: Podcast; loading?: PictureLoading }) {
  const access = useAccess({ kind: 'podcast', item: podcast })
  const titleId = useId()
  const mayOpen = useMayOpen(podcast)
  const isBegun = useLeftAt('second', podcast.id) > 0 && mayOpen
  return (
    <article
      className="group grid h-full min-w-0 grid-cols-[min(7rem,36%)_minmax(0,1fr)] grid-rows-[auto_auto_1fr] gap-x-[min(1.25rem,6vw)] sm:grid-cols-1 sm:grid-rows-[auto_auto_auto_1fr]"
      {...access.intent}
    >
      <div className="relative aspect-square self-start overflow-hidden rounded-control bg-night-2 shadow-cover">
        <CardCover
          item={podcast}
          sizes="(min-width: 64rem) 368px, (min-width: 48rem) 30vw, (min-width: 40rem) 46vw, 112px"
          loading={loading}
          label="Play Episode"
          icon={<Play aria-hidden className="size-5 fill-current" />}
          access={access}
          titleId={titleId}
        />
        <HeardMark episode={podcast} />
      </div>
      <div className="min-w-0 self-center sm:mt-5 sm:self-start">
        <h3
          id={titleId}
          lang={podcast.language ?? undefined}
          dir="auto"
          className="line-clamp-3 font-[450] text-title-sm [overflow-wrap:anywhere] lg:text-title-md"
        >
          <TitleLink to={`/podcasts/${podcast.slug}`}>{podcast.title}</TitleLink>
        </h3>
        {/* The separator dot is hidden when the duration starts a line. */}
        <p className="mt-1.5 overflow-hidden text-base text-soft leading-snug in-[.on-dark]:text-haze">
          <span className="-ml-4 flex flex-wrap">
            <span dir="auto" className="ml-4 line-clamp-2 [overflow-wrap:anywhere]">
              {podcast.host}
            </span>
            <span className="whitespace-nowrap tabular-nums before:inline-block before:w-4 before:text-center before:content-['·'_/_'']">
              {podcast.duration}
            </span>
          </span>
        </p>
      </div>
      <p
        lang={podcast.language ?? undefined}
        dir="auto"
        className="col-span-2 mt-4 line-clamp-3 self-start text-md leading-normal [overflow-wrap:anywhere] sm:col-span-1 sm:mt-3 in-[.on-dark]:text-moon/90"
      >
        {podcast.description}
      </p>
      <div className="relative col-span-2 mt-4 flex flex-wrap items-center justify-between gap-x-3 self-end border-rule border-t pt-3 text-base tabular-nums sm:col-span-1 in-[.on-dark]:border-white/15">
        <span className={isFree(podcast.price) ? 'font-semibold text-leaf in-[.on-dark]:text-lamp-2' : 'font-semibold'}>
          {usePriceLabel(podcast)}
        </span>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1">
          <EpisodeMenu episode={podcast} isOnCard />
          <CardAction access={access} free={isFree(podcast.price)} file={podcast.audioUrl} titleId={titleId} className={LISTEN}>
            <Headphones aria-hidden className="size-[1.1em]" />
            {isBegun ? 'Continue' : 'Listen'}
          </CardAction>
        </div>
      </div>
    </article>
  )
}
