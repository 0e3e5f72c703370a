import GripVertical from 'lucide-react/icons/grip-vertical'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { useAccess } from '#web/lib/access/item-access.ts'
import { usePriceLabel } from '#web/lib/access/owned-items.ts'
import { classNames } from '#web/lib/class-names.ts'
import { dequeue, moved, moveInQueue, useQueue } from '#web/lib/queue/listening-queue.ts'
import { toastDeleted } from '#web/lib/toast.ts'
import { ItemCover } from '#web/ui/item-cover.tsx'

const KEY_TARGETS: Record<string, (index: number, last: number) => number> = {
  ArrowUp: (index) => Math.max(0, index - 1),
  ArrowDown: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_index, last) => last,
}

/** Queue of the player. An episode is moved by its handle, dragged or with the arrow keys. */
export function QueueList() {
  const stored = useQueue()
  /** Episode that is dragged, and where it would be dropped */
  const [drag, setDrag] = useState<{ id: string; index: number }>()
  const [notice, setNotice] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const queue = drag ? moved(stored, drag.id, drag.index) : stored
  const rowAt = (index: number) => list.current?.children[index] as HTMLElement | undefined

  function announce({ title }: Podcast, index: number) {
    setNotice(`${title} is number ${index + 1} of ${stored.length}`)
  }

  function moveByKey(event: KeyboardEvent, episode: Podcast, index: number) {
    const target = KEY_TARGETS[event.key]?.(index, stored.length - 1)
    if (target === undefined) return
    event.preventDefault()
    if (target === index) return
    flushSync(() => moveInQueue(episode.id, target))
    announce(episode, target)
    // The browser takes the focus from an element that is moved in the document.
    rowAt(target)?.querySelector<HTMLElement>('[data-handle]')?.focus()
  }

  function begin(event: PointerEvent<HTMLElement>, { id }: Podcast, index: number) {
    if (event.button !== 0) return
    // The list gets the events, since the handle leaves the document for a moment when its row is moved.
    list.current?.setPointerCapture(event.pointerId)
    setDrag({ id, index })
  }

  /** Moves the dragged row behind the rows whose middle the pointer has passed. */
  function dragTo(y: number) {
    if (!drag) return
    const rows = [...(list.current?.children ?? [])].filter((_row, index) => index !== drag.index)
    const index = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return (top + bottom) / 2 < y
    }).length
    if (index === drag.index) return
    setDrag({ ...drag, index })
    rowAt(index)?.scrollIntoView({ block: 'nearest' })
  }

  function drop() {
    const episode = queue.find(({ id }) => id === drag?.id)
    if (!drag || !episode) return
    moveInQueue(drag.id, drag.index)
    setDrag(undefined)
    announce(episode, drag.index)
  }

  function remove({ id }: Podcast, index: number) {
    const undo = dequeue(id)
    toastDeleted('Removed from your queue', undo)
    const next = Math.min(index, stored.length - 2)
    requestAnimationFrame(() => rowAt(next)?.querySelector<HTMLElement>('[data-remove]')?.focus())
  }

  return (
    <div className="pb-4">
      {queue.length === 0 ? (
        <p className="text-base text-haze">
          Nothing is queued. Choose “Play next” or “Add to queue” in the menu of an episode, and it plays after this one.
        </p>
      ) : (
        <ol
          ref={list}
          aria-label="Queue"
          className="-mx-2"
          onPointerMove={({ clientY }) => dragTo(clientY)}
          onPointerUp={drop}
          onPointerCancel={() => setDrag(undefined)}
        >
          {queue.map((episode, index) => (
            <Row
              key={episode.id}
              episode={episode}
              isDragged={episode.id === drag?.id}
              onBegin={(event) => begin(event, episode, index)}
              onKeyDown={(event) => moveByKey(event, episode, index)}
              onRemove={() => remove(episode, index)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {notice}
      </p>
    </div>
  )
}

function Row({
  episode,
  isDragged,
  onBegin,
  onKeyDown,
  onRemove,
}: {
  episode: Podcast
  isDragged: boolean
  onBegin: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onRemove: () => void
}) {
  const { verifying, open, intent } = useAccess({ kind: 'podcast', id: episode.id })
  const price = usePriceLabel(episode)
  return (
    <li className={classNames('flex items-center gap-1 rounded-control', isDragged ? 'bg-white/15 shadow-float' : 'hover:bg-white/5')}>
      <button
        type="button"
        data-handle
        aria-label={`Move ${episode.title}`}
        title="Drag, or press the arrow keys"
        onPointerDown={onBegin}
        onKeyDown={onKeyDown}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-haze hover:text-moon"
      >
        <GripVertical aria-hidden className="size-5" />
      </button>
      <button
        type="button"
        disabled={verifying}
        onClick={open}
        {...intent}
        className="group flex min-h-14 min-w-0 flex-1 items-center gap-3 py-1.5 text-left disabled:opacity-55"
      >
        <span className="@container block size-[min(2.75rem,14vw)] shrink-0 overflow-hidden rounded-control bg-night-2">
          <ItemCover item={episode} label="" sizes="44px" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="sr-only">Listen to </span>
          <span
            lang={episode.language ?? undefined}
            dir="auto"
            className="line-clamp-2 text-base leading-snug [overflow-wrap:anywhere] group-hover:underline"
          >
            {episode.title}
          </span>
          <span className="block text-haze text-sm tabular-nums leading-snug">
            {episode.duration} · {price}
          </span>
        </span>
      </button>
      <button
        type="button"
        data-remove
        aria-label={`Remove ${episode.title} from the queue`}
        title="Remove"
        onClick={onRemove}
        className="grid size-11 shrink-0 place-items-center rounded-full text-haze hover:bg-white/10 hover:text-moon"
      >
        <X aria-hidden className="size-5" />
      </button>
    </li>
  )
}
