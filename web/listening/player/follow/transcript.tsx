import { useState } from 'react'
import type { JsonTranscript } from '#contracts/catalogue/transcript.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import type { Episode } from '#web/listening/player/playback/use-source.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const loadLines = () => import('./transcript-lines.tsx')

type Props = { opened: Episode; seconds: number; onJump: (seconds: number) => void }

/** Collapsible transcript of an episode, fetched when it is expanded. */
export function Transcript({ className, ...props }: Props & { className: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure title="Transcript" className={className} onToggle={setOpen}>
      {open && <Fetched key={props.opened.item.id} {...props} />}
    </Disclosure>
  )
}

/** Transcript whose text and code are fetched at the same time. */
function Fetched({ opened, ...follow }: Props) {
  const { value, retry } = useFetched(opened.item.id, (signal) => fetchWhole(opened, signal))
  if (value === 'missing' || value === 'failed')
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <p>{value === 'missing' ? 'This episode no longer has a transcript.' : 'The transcript could not be loaded.'}</p>
        {value === 'failed' && (
          <Button variant="outline-light" size="small" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    )
  return (
    <LazyPart load={loadLines}>
      {({ TranscriptLines }) =>
        value === 'loading' ? (
          <p role="status" className="flex items-center gap-3 pb-4 text-haze">
            <Spinner /> Loading the transcript
          </p>
        ) : (
          <div lang={opened.item.language ?? undefined}>
            <TranscriptLines segments={value.segments} {...follow} />
          </div>
        )
      }
    </LazyPart>
  )
}

/** Fetches the transcript. A purchased episode's transcript requires the grant of its signed URL, which is renewed if it has expired. */
async function fetchWhole({ item, url, renew }: Episode, signal: AbortSignal) {
  async function read(from: string) {
    const { search } = new URL(from, location.href)
    const answer = await browserApi.call(`/podcasts/${encodeURIComponent(item.id)}/transcript.json${search}`, { signal })
    return (await answer.json()) as JsonTranscript
  }
  try {
    return await read(url)
  } catch (error) {
    if (!renew || !(error instanceof ApiError) || error.problem.status !== 403) throw error
    return read(await renew())
  }
}
