import Rss from 'lucide-react/icons/rss'
import { newTabIfExternal } from '#web/lib/external-link.ts'
import { CopyField } from '#web/ui/copy-field.tsx'
import { podcastAppLinks } from './podcast-apps.ts'

/** Section for subscribing to a podcast: links that open common podcast apps, and the feed's URL for all others. */
export function Subscribe({ feedUrl }: { feedUrl: string }) {
  return (
    <section aria-labelledby="subscribe" className="grid gap-x-10 gap-y-5 border-rule border-y py-6 md:grid-cols-2 md:items-center md:py-8">
      <div>
        <h2 id="subscribe" className="flex items-center gap-2.5 text-title-md">
          <Rss aria-hidden className="size-5 text-lamp" />
          Listen in your podcast app
        </h2>
        <p className="mt-2 text-base text-soft">New episodes arrive by themselves, and you can download them to listen offline.</p>
      </div>
      <div className="min-w-0">
        <ul className="flex flex-wrap gap-x-6">
          {podcastAppLinks(feedUrl).map(({ name, to }) => (
            <li key={name}>
              <a
                href={to}
                {...newTabIfExternal(to)}
                className="inline-flex min-h-11 items-center font-semibold text-base underline decoration-edge underline-offset-4 hover:decoration-ink"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
        <CopyField label="Podcast address for other apps" value={feedUrl} />
      </div>
    </section>
  )
}
