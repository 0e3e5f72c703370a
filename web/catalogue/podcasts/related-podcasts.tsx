import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { classNames } from '#web/lib/class-names.ts'
import { LazyPictures } from '#web/ui/picture.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { PODCAST_GRID, PodcastCard } from './podcast-grid.tsx'

/** Grid classes that place the section title, by number of episodes: above a full row of three episodes, otherwise beside the episodes. */
const TITLE = ['', 'md:col-span-2', 'max-md:col-span-full', 'col-span-full']

/** Row of related episodes below an episode's page; renders nothing without episodes. */
export function RelatedPodcasts({ podcasts }: { podcasts: Podcast[] }) {
  if (podcasts.length === 0) return null
  return (
    <section aria-labelledby="more-to-listen-to" className="on-dark bg-night py-14 text-moon md:py-22">
      <div className={classNames('wrap', PODCAST_GRID)}>
        <div className={classNames('min-w-0 [&>:first-child]:mb-4', TITLE[podcasts.length])}>
          <SectionTitle light id="more-to-listen-to" title="More to listen to" />
          <TextLink to="/podcasts">All Episodes</TextLink>
        </div>
        <ul className="contents">
          <LazyPictures>
            {podcasts.map((podcast) => (
              <li key={podcast.id} className="min-w-0">
                <PodcastCard podcast={podcast} />
              </li>
            ))}
          </LazyPictures>
        </ul>
      </div>
    </section>
  )
}
