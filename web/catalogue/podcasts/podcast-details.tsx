import Headphones from 'lucide-react/icons/headphones'
import { type ReactNode, Suspense } from 'react'
import { publicationTime } from '#contracts/catalogue/item-visibility.ts'
import type { PodcastDetails as Episode } from '#contracts/catalogue/podcast.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { mayOpen, useMayOpen, usePriceLabel } from '#web/lib/access/owned-items.ts'
import { useOpenAtHash } from '#web/lib/access/use-open-at-hash.ts'
import { categoryLinks } from '#web/lib/category-links.ts'
import { priceTag } from '#web/lib/format/bytes.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { listenLabel } from '#web/lib/format/listen-label.ts'
import { otherLanguage } from '#web/lib/format/other-language.ts'
import { useLeftAt } from '#web/lib/places/left-at.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { CategoryList } from '#web/ui/category-list.tsx'
import { ChapterList } from '#web/ui/chapter-list.tsx'
import { ItemAction } from '#web/ui/item-action.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import { ItemPage } from '#web/ui/item-page.tsx'
import { Paragraphs } from '#web/ui/paragraphs.tsx'
import { EpisodeMenu } from './episode-menu.tsx'
import { EpisodeTranscript, type MaybeTranscript } from './episode-transcript.tsx'

/** Details of an episode, with buttons to play or buy, download and share it. `by` names the host. */
export function PodcastDetails({
  podcast,
  transcript,
  by,
  share,
  download,
}: {
  podcast: Episode
  transcript: MaybeTranscript
  by: ReactNode
  share: ReactNode
  download: ReactNode
}) {
  const access = useAccess({ kind: 'podcast', item: podcast })
  const { zone } = useShopTime()
  const at = useLeftAt('second', podcast.id)
  const free = isFree(podcast.price)
  const isAudible = useMayOpen(podcast)
  // For visitors without access, a link with a timestamp opens the episode's page without playing.
  useOpenAtHash('t', (second) => mayOpen(podcast) && access.openAt(second))
  return (
    <ItemPage
      crumbs={[{ to: '/podcasts', text: 'Podcasts' }]}
      cover={<ItemCover loading="first" item={podcast} sizes="(min-width: 64rem) 336px, (min-width: 48rem) 272px, 112px" />}
      shape="square"
      title={podcast.title}
      language={podcast.language}
      by={by}
      facts={[
        <strong key="price" className={free ? 'text-leaf' : undefined}>
          {usePriceLabel(podcast)}
        </strong>,
        podcast.duration,
        podcast.createdAt && formatDate(publicationTime(podcast), zone),
        otherLanguage(podcast.language),
      ]}
      cost={priceTag('Listen', { 'in data saver': podcast.lightSound?.bytes ?? null, 'in full quality': podcast.audioBytes })}
      actions={
        <>
          <ItemAction
            access={access}
            label={isAudible ? listenLabel(at) : `Get this episode for ${formatPrice(podcast.price)}`}
            icon={<Headphones aria-hidden className="size-5" />}
            freeFile={free && podcast.audioUrl}
          />
          {download}
          {share}
          <EpisodeMenu episode={podcast} />
        </>
      }
    >
      <h2 className="mt-10 mb-4 text-title-md">About this episode</h2>
      <Paragraphs text={podcast.description} language={podcast.language} />
      {podcast.chapters.length > 0 && (
        <section aria-labelledby="chapters" className="max-w-[68ch]">
          <h2 id="chapters" className="mt-10 mb-3 text-title-md">
            Chapters
          </h2>
          <ChapterList formatTime={formatDuration} chapters={podcast.chapters} disabled={access.verifying} onJump={access.openAt} />
        </section>
      )}
      {podcast.hasTranscript && (
        <Suspense>
          <EpisodeTranscript
            id={podcast.id}
            language={podcast.language}
            beginning={transcript}
            isPreview={!free}
            disabled={access.verifying}
            onJump={access.openAt}
          />
        </Suspense>
      )}
      <CategoryList categories={categoryLinks(podcast.categories, '/podcasts')} />
    </ItemPage>
  )
}
