import Headphones from 'lucide-react/icons/headphones'
import { type ReactNode, useState } from 'react'
import type { PodcastDetails } from '#contracts/catalogue/podcast.ts'
import { formatDuration } from '#contracts/listening/duration.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { mayOpen } from '#web/lib/access/owned-items.ts'
import { useOpenAtHash } from '#web/lib/access/use-open-at-hash.ts'
import { priceTag } from '#web/lib/format/bytes.ts'
import { listenLabel } from '#web/lib/format/listen-label.ts'
import { useLeftAt } from '#web/lib/places/left-at.ts'
import { useExclusivePlayback } from '#web/lib/use-exclusive-playback.ts'
import { Button } from '#web/ui/button.tsx'
import { ChapterList } from '#web/ui/chapter-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Audiobook on the page of its book: the button that plays it and its chapters, or a sample for visitors who don't own the book. */
export function Audiobook({
  recording,
  isAudible,
  isFree,
  download,
}: {
  recording: PodcastDetails
  /** Whether this browser may play the whole audiobook */
  isAudible: boolean
  isFree: boolean
  download: ReactNode
}) {
  const access = useAccess({ kind: 'audiobook', item: recording })
  const at = useLeftAt('second', recording.id)
  // For visitors without access, a link with a timestamp opens the book's page without playing.
  useOpenAtHash('t', (second) => mayOpen(recording) && access.openAt(second))
  const { audioUrl, chapters, lightSound, audioBytes } = recording
  const sample = recording.editions[0]?.previewUrl
  const size = priceTag('Listen', { 'in data saver': lightSound?.bytes ?? null, 'in full quality': audioBytes })
  return (
    <section aria-labelledby="audiobook" className="mt-8 max-w-[68ch] border-rule border-y py-5">
      <h2 id="audiobook" className="text-title-md">
        Listen to this book
      </h2>
      <p className="mt-1 text-base text-soft" dir="auto">
        {recording.host}
      </p>
      {isAudible ? (
        <>
          <p className="mt-1 text-base text-soft tabular-nums">{size}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button busy={access.verifying} onClick={access.open} className="noscript:hidden" {...access.intent}>
              {!access.verifying && <Headphones aria-hidden className="size-5" />}
              {access.verifying ? 'Verifying access...' : listenLabel(at)}
            </Button>
            {download}
          </div>
          <noscript>
            {import.meta.env.SSR && isFree && (
              <a href={audioUrl} className="text-link">
                Listen
              </a>
            )}
          </noscript>
        </>
      ) : (
        <>
          <p className="mt-2">It comes with the book: one payment opens both.</p>
          {sample && <Sample url={sample} />}
        </>
      )}
      {isAudible && chapters.length > 0 && (
        <Disclosure title="Chapters of the audiobook" className="mt-3 noscript:hidden">
          <ChapterList formatTime={formatDuration} chapters={chapters} disabled={access.verifying} onJump={access.openAt} />
        </Disclosure>
      )}
    </section>
  )
}

/** The first minute of an audiobook. It pauses other sounds of the site, and is paused by them. */
function Sample({ url }: { url: string }) {
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  useExclusivePlayback(audio)
  return (
    // biome-ignore lint/a11y/useMediaCaption: the text that is read aloud is the book itself.
    <audio ref={setAudio} controls preload="none" src={url} aria-label="Beginning of the audiobook" className="mt-3 w-full" />
  )
}
