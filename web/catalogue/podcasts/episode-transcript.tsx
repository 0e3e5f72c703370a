import { use, useState } from 'react'
import { formatDuration } from '#contracts/listening/duration.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Loading } from '#web/ui/loading.tsx'
import type { PageTranscript } from './read-transcript.ts'
import type { TranscriptParagraph } from './transcript-paragraphs.ts'

/** Transcript, or its promise while a document is rendered on the server and hydrated */
export type MaybeTranscript = Promise<PageTranscript | null> | PageTranscript | null
type Jump = { disabled: boolean; onJump: (seconds: number) => void }

/**
 * Collapsible transcript of an episode. The document includes the beginning of the transcript; the remaining lines are fetched on demand.
 * After client navigation, the entire transcript is fetched. `isPreview` is set if only the preview's part of the transcript is public.
 */
export function EpisodeTranscript({
  id,
  language,
  beginning,
  isPreview,
  ...jump
}: Jump & { id: string; language: string | null; beginning: MaybeTranscript; isPreview: boolean }) {
  const [open, setOpen] = useState(false)
  const [wantsAll, setWantsAll] = useState(false)
  const known = beginning instanceof Promise ? use(beginning) : beginning
  const isFetched = wantsAll || !known
  if (known?.paragraphs.length === 0) return null
  return (
    <section aria-labelledby="transcript" className="max-w-[68ch]">
      <h2 id="transcript" className="mt-10 mb-3 text-title-md">
        Transcript
      </h2>
      <Disclosure title="Show the transcript" className="border-rule border-t" onToggle={setOpen}>
        <div lang={language ?? undefined}>
          {isFetched ? open && <Fetched key={id} id={id} {...jump} /> : <Paragraphs paragraphs={known.paragraphs} {...jump} />}
        </div>
        {!isFetched && !known.isWhole && (
          <Button variant="outline" size="small" className="mb-4 noscript:hidden" onClick={() => setWantsAll(true)}>
            Show the rest
          </Button>
        )}
        {isPreview && (
          <p className="pb-5 text-base text-soft">The preview ends here. When you have the episode, you can read the rest in the player.</p>
        )}
      </Disclosure>
    </section>
  )
}

function Fetched({ id, ...jump }: Jump & { id: string }) {
  const { value, retry } = useFetched(id, async (signal) => {
    const { readWholeTranscript } = await import('./read-transcript.ts')
    return readWholeTranscript(browserApi, id, signal)
  })
  if (value === 'loading')
    return (
      <div role="status" className="pb-4">
        <Loading />
      </div>
    )
  if (typeof value === 'string')
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <p>{value === 'missing' ? 'The transcript is not available right now.' : 'The transcript could not be loaded.'}</p>
        {value === 'failed' && (
          <Button variant="outline" size="small" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    )
  return <Paragraphs paragraphs={value} {...jump} />
}

function Paragraphs({ paragraphs, disabled, onJump }: Jump & { paragraphs: TranscriptParagraph[] }) {
  return (
    <ol className="pb-4">
      {paragraphs.map(({ start, speaker, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is read.
        <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-1.5 pb-2">
          <button
            type="button"
            disabled={disabled}
            aria-label={`Listen from ${formatDuration(Math.floor(start))}`}
            onClick={() => onJump(start)}
            className="-ml-3 inline-flex min-h-11 min-w-[8ch] items-center rounded-control px-3 text-base text-lamp-deep tabular-nums decoration-[1.5px] underline-offset-4 hover:underline disabled:cursor-progress"
          >
            {formatDuration(Math.floor(start))}
          </button>
          <p dir="auto" className="[overflow-wrap:anywhere]">
            {speaker && <strong className="block font-semibold text-base text-soft">{speaker}</strong>}
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
