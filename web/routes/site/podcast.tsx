import { useRouteLoaderData } from 'react-router'
import { isPreviewed } from '#contracts/catalogue/item-visibility.ts'
import { AuthorName } from '#web/catalogue/authors/author-name.tsx'
import { listRelatedPodcasts } from '#web/catalogue/podcasts/list-related-podcasts.ts'
import { PodcastDetails } from '#web/catalogue/podcasts/podcast-details.tsx'
import { episodeData } from '#web/catalogue/podcasts/podcast-structured-data.ts'
import { RelatedPodcasts } from '#web/catalogue/podcasts/related-podcasts.tsx'
import { Share } from '#web/catalogue/share/share.tsx'
import { shareText } from '#web/catalogue/share/share-text.ts'
import { Subscribe } from '#web/catalogue/subscribe/subscribe.tsx'
import { type Api, apiContext } from '#web/lib/api/api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { loadItem } from '#web/lib/api/load-item.ts'
import { itemMeta } from '#web/lib/item-meta.ts'
import { rootOf } from '#web/lib/site.tsx'
import { useCountView } from '#web/lib/use-count-view.ts'
import { DownloadButton } from '#web/reading/offline-library/download-button.tsx'
import type { loader as rootLoader } from '#web/root.tsx'
import { oembedLink, podcastFeedLink } from '#web/site/layout/feed-links.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { AwaitList } from '#web/ui/deferred.tsx'
import type { Route } from './+types/podcast.ts'

export function meta(args: Route.MetaArgs) {
  const podcast = args.loaderData?.podcast
  if (!podcast) return pageMeta(args, { title: 'Not found', description: rootOf(args).site.brand.blurb, hidden: true })
  return [
    ...pageMeta(args, {
      title: podcast.title,
      ...itemMeta(`With ${podcast.host}. ${podcast.description}`, { ...podcast, alt: `${podcast.title} with ${podcast.host}` }),
      hidden: podcast.state === 'hidden' || isPreviewed(podcast),
      about: import.meta.env.SSR && ((origin) => episodeData(podcast, rootOf(args).site.podcast, origin)),
    }),
    podcastFeedLink(args),
    oembedLink(args, { title: podcast.title, path: `/podcasts/${podcast.slug}` }),
  ]
}

async function load({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const podcast = await loadItem(api, api.getPodcast(params.slug), { path: '/podcasts', slug: params.slug })
  return {
    podcast,
    hosts: listOrEmpty(api.listAuthors({ name: podcast.host, limit: 1 })),
    related: listOrEmpty(listRelatedPodcasts(api, podcast)),
    // The transcript is loaded only for documents rendered by the server, which search engines read. In a browser, expanding the transcript
    // fetches it.
    transcript: import.meta.env.SSR && podcast.hasTranscript ? readTranscript(api, podcast.id) : null,
  }
}

async function readTranscript(api: Api, id: string) {
  const reading = await import('#web/catalogue/podcasts/read-transcript.ts')
  return reading.readTranscript(api, id).catch(() => null)
}

export { load as clientLoader, load as loader }

export default function PodcastPage({ loaderData: { podcast, hosts, related, transcript } }: Route.ComponentProps) {
  const { origin = '', hasServiceWorker = false } = useRouteLoaderData<typeof rootLoader>('root') ?? {}
  useCountView('podcast', podcast.id)
  return (
    <>
      <PodcastDetails
        key={podcast.id}
        podcast={podcast}
        transcript={transcript}
        by={<AuthorName name={podcast.host} found={hosts} />}
        share={
          <Share title={podcast.title} text={shareText({ ...podcast, by: podcast.host })} url={`${origin}/podcasts/${podcast.slug}`} />
        }
        download={hasServiceWorker && !isPreviewed(podcast) && <DownloadButton product={{ kind: 'podcast', item: podcast }} />}
      />
      {origin && (
        <div className="wrap pb-14 md:pb-22">
          <Subscribe feedUrl={`${origin}/podcasts/feed.xml`} />
        </div>
      )}
      <AwaitList list={related} meanwhile={null}>
        {({ items }) => <RelatedPodcasts podcasts={items} />}
      </AwaitList>
    </>
  )
}
