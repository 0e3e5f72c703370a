import { type ReactNode, useState } from 'react'
import type { PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useAction } from '#web/lib/use-action.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { ActionError } from '#web/ui/action-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormNotice } from '#web/ui/form-notice.tsx'
import { LazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { FeedChange } from './confirm-feed-change.tsx'
import { FeedAddress } from './feed-address.tsx'

const fetchPersonalFeed = async (signal: AbortSignal) => (await call('GET', '', signal)).json() as Promise<PersonalFeedState>
/** Creates the personal feed URL of this browser, or replaces an existing one. */
const replacePersonalFeed = async () => (await call('POST')).json() as Promise<PersonalFeedState>
const endPersonalFeed = () => call('DELETE')
/** Revokes the feed URLs that other browsers created for the same purchases. */
const endPersonalFeedsElsewhere = () => call('DELETE', '/elsewhere')

const loadDialog = () => import('./confirm-feed-change.tsx')

const DONE: Record<FeedChange, string> = {
  replace: 'This is your new address. The previous one no longer works.',
  end: 'The address was revoked. It no longer gives access to your recordings.',
  elsewhere: 'The addresses of other browsers were revoked.',
}

/**
 * Section for the personal podcast feed, which contains the episodes and audiobooks that this browser may play. `ownsEpisodes` is derived
 * from the list of purchases; without episodes, the section appears once the response says that the browser owns an audiobook or has a
 * feed. The component's `key` must change when the purchases change.
 */
export function PersonalFeed({ ownsEpisodes }: { ownsEpisodes: boolean }) {
  const { value: state, setValue: setState, restart } = useFetched('', fetchPersonalFeed)
  // After a change the section stays visible, even without feeds and episodes, to confirm the change.
  const [isChanged, setIsChanged] = useState(false)
  if (typeof state !== 'string') {
    const change = (next: PersonalFeedState) => {
      setIsChanged(true)
      setState(next)
    }
    const isEmpty = !state.mayCreate && !state.feed && state.elsewhere === 0 && !isChanged
    return isEmpty ? null : (
      <Section>
        <Managed state={state} onChange={change} />
      </Section>
    )
  }
  if (!ownsEpisodes) return null
  return (
    <Section>
      {state === 'loading' ? (
        <p role="status" className="mt-5 flex items-center gap-3 text-soft">
          <Spinner className="text-lamp" />
          Loading
        </p>
      ) : (
        <div className="mt-5">
          <p role="alert">Your address could not be loaded. Check your connection.</p>
          <Button variant="outline" size="small" className="mt-4" onClick={restart}>
            Try again
          </Button>
        </div>
      )}
    </Section>
  )
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="in-your-podcast-app" className="min-w-0 max-w-2xl">
      <h2 id="in-your-podcast-app" className="text-title-md">
        Listen in your podcast app
      </h2>
      <p className="mt-2 text-soft">
        AntennaPod, Pocket Casts, Apple Podcasts and other apps get your episodes and audiobooks, and all free ones, from an address that
        only you have.
      </p>
      {children}
    </section>
  )
}

function Managed({ state, onChange }: { state: PersonalFeedState; onChange: (state: PersonalFeedState) => void }) {
  const { feed, elsewhere, mayCreate } = state
  const [asked, setAsked] = useState<FeedChange>()
  const [done, setDone] = useState<FeedChange>()
  const [problem, setProblem] = useState<string>()
  const onError = (error: unknown) => {
    console.warn(error)
    setAsked(undefined)
    setProblem('That did not work. Check your connection, and try again in a moment.')
  }
  const { busy, run } = useAction(async (change: FeedChange | 'make') => {
    setProblem(undefined)
    setDone(undefined)
    if (change === 'end') await endPersonalFeed().then(() => onChange({ ...state, feed: null }))
    else if (change === 'elsewhere') await endPersonalFeedsElsewhere().then(() => onChange({ ...state, elsewhere: 0 }))
    else onChange(await replacePersonalFeed())
    setAsked(undefined)
    if (change !== 'make') setDone(change)
  }, onError)

  return (
    <>
      {done && (
        <div className="mt-5">
          <FormNotice notice={{ kind: 'success', text: DONE[done] }} />
        </div>
      )}
      {feed ? (
        <>
          <FeedAddress key={feed.url} feed={feed} />
          <div className="mt-5 flex flex-wrap gap-3">
            <Button variant="outline" size="small" disabled={busy} onClick={() => setAsked('replace')}>
              Replace the address
            </Button>
            <Button variant="quiet" size="small" disabled={busy} onClick={() => setAsked('end')}>
              Revoke the address
            </Button>
          </div>
        </>
      ) : (
        mayCreate && (
          <Button className="mt-5" busy={busy} onClick={() => void run('make')}>
            Create my address
          </Button>
        )
      )}
      <ActionError message={problem} />
      {elsewhere > 0 && (
        <p className="mt-5 text-base text-soft">
          {pluralize(elsewhere, 'other browser has', 'other browsers have')} an address for these purchases too.{' '}
          <button type="button" className="text-link target" disabled={busy} onClick={() => setAsked('elsewhere')}>
            Revoke {elsewhere === 1 ? 'it' : 'them'}
          </button>
        </p>
      )}
      {asked && (
        <LazyOverlay load={loadDialog} onClose={() => setAsked(undefined)}>
          {({ ConfirmFeedChange }) => (
            <ConfirmFeedChange change={asked} busy={busy} onConfirm={() => void run(asked)} onClose={() => setAsked(undefined)} />
          )}
        </LazyOverlay>
      )}
    </>
  )
}

function call(method: string, path = '', signal: AbortSignal | null = null): Promise<Response> {
  return requestAsClient(`/personal-feed${path}`, { method, signal })
}
