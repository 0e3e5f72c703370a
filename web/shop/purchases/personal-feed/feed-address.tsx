import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import type { PersonalFeed } from '#contracts/shop/personal-feed.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { useCopy } from '#web/lib/use-copy.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorCallout } from '#web/ui/callout.tsx'
import { podcastAppLinks } from './podcast-app-links.ts'

/** URL of a personal podcast feed, with ways to add the feed to a podcast app. */
export function FeedAddress({ feed: { url, createdAt, networks, shared } }: { feed: PersonalFeed }) {
  const { zone } = useShopTime()
  const { state, copy } = useCopy(url)
  return (
    <div className="mt-5">
      {shared && (
        <ErrorCallout className="gap-1">
          <strong>Someone else may have your address.</strong>
          <p>
            Your recordings were downloaded from {networks} networks in one day. If you have not used that many, replace the address: this
            one then stops working.
          </p>
        </ErrorCallout>
      )}
      <h3 className="mt-5 font-sans font-semibold text-base">Your address, created on {formatDate(createdAt, zone)}</h3>
      <p dir="ltr" className="mt-1.5 select-all rounded-control border border-edge bg-white px-3.5 py-3 text-base [overflow-wrap:anywhere]">
        {url}
      </p>
      <Button className="mt-3 w-full sm:w-auto" onClick={copy}>
        {state === 'copied' ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />}
        <span aria-live="polite">{state === 'copied' ? 'Address copied' : 'Copy address'}</span>
      </Button>
      {state === 'failed' && (
        <p role="alert" className="mt-3 text-base">
          This browser does not allow copying. Press and hold the address to select it, then copy it.
        </p>
      )}
      <h3 className="mt-6 font-sans font-semibold text-base">Open in</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {podcastAppLinks(url).map(({ app, to }) => (
          <li key={app}>
            <a href={to} rel="noreferrer" className={buttonClass({ variant: 'outline', size: 'small' })}>
              {app}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-base text-soft">
        In Apple Podcasts and other apps, choose “Follow a show by URL” or “Add by URL”, and paste the address. Spotify does not support
        this.
      </p>
      <p className="mt-3 text-base text-soft">Anyone with this address can listen to your recordings, so don’t share it.</p>
    </div>
  )
}
