import Check from 'lucide-react/icons/check'
import ListEnd from 'lucide-react/icons/list-end'
import ListStart from 'lucide-react/icons/list-start'
import ListX from 'lucide-react/icons/list-x'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { MAX_QUEUED } from '#contracts/admin/retention.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { listen } from '#web/lib/browser-events.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { markHeard, useHeard } from '#web/lib/places/episode-places.ts'
import { dequeue, enqueue, useQueue } from '#web/lib/queue/listening-queue.ts'
import { toast, UNDO_MS } from '#web/lib/toast.ts'

const say = (message: string, undo: () => void) => toast(message, { id: 'queue', duration: UNDO_MS, undo })

/**
 * Entries of the menu of an episode. The menu closes after each of them, by Escape and Back, which return the focus to its `button`, and by a
 * press beside it.
 */
export function EpisodeMenuEntries({
  id,
  episode,
  isOnCard,
  button,
  onClose,
}: {
  id: string
  episode: Podcast
  isOnCard: boolean
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const isQueued = useQueue().some((each) => each.id === episode.id)
  const heard = useHeard(episode.id)
  const list = useRef<HTMLUListElement>(null)

  function onDone() {
    onClose()
    button.current?.focus()
  }
  useBackCloses(true, onDone)
  const handlePress = useEffectEvent(({ target }: Event) => {
    if (![list, button].some(({ current }) => current?.contains(target as Node))) onClose()
  })
  const handleKey = useEffectEvent((event: Event) => {
    if ((event as KeyboardEvent).key === 'Escape') onDone()
  })
  useEffect(() => {
    const stops = [listen(document, 'pointerdown', (event) => handlePress(event)), listen(document, 'keydown', (event) => handleKey(event))]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])

  function add(place: 'next' | 'last') {
    onDone()
    if (!enqueue(episode, place)) return toast.error(`Your queue is full: it has ${MAX_QUEUED} episodes.`, { id: 'queue' })
    say(place === 'next' ? 'Plays next' : 'Added to your queue', () => dequeue(episode.id))
  }
  function remove() {
    onDone()
    say('Removed from your queue', dequeue(episode.id))
  }
  function mark(isHeard: boolean) {
    onDone()
    const unmark = markHeard(episode.id, isHeard)
    // A played episode is no longer waited for.
    const requeue = isHeard ? dequeue(episode.id) : undefined
    say(isHeard ? 'Marked as played' : 'Marked as not played', () => {
      unmark()
      requeue?.()
    })
  }

  return (
    <ul
      ref={list}
      id={id}
      className={classNames(
        'absolute top-full right-0 z-20 mt-1 w-max min-w-[min(14rem,80vw)] max-w-[calc(100vw-2rem)] border border-rule bg-white py-1 text-ink shadow-float',
        !isOnCard && 'sm:right-auto sm:left-0',
      )}
    >
      <Entry icon={<ListStart aria-hidden />} onClick={() => add('next')}>
        Play next
      </Entry>
      {isQueued ? (
        <Entry icon={<ListX aria-hidden />} onClick={remove}>
          Remove from the queue
        </Entry>
      ) : (
        <Entry icon={<ListEnd aria-hidden />} onClick={() => add('last')}>
          Add to queue
        </Entry>
      )}
      {heard !== 'played' && (
        <Entry icon={<Check aria-hidden />} onClick={() => mark(true)}>
          Mark as played
        </Entry>
      )}
      {heard !== undefined && (
        <Entry icon={<RotateCcw aria-hidden />} onClick={() => mark(false)}>
          Mark as not played
        </Entry>
      )}
    </ul>
  )
}

function Entry({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        className="flex min-h-11 w-full items-center gap-3 px-4 text-left text-base hover:bg-paper-2 [&>svg]:size-5 [&>svg]:shrink-0"
      >
        {icon}
        {children}
      </button>
    </li>
  )
}
