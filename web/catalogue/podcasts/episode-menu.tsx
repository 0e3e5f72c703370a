import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { listen } from '#web/lib/browser-events.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { toast } from '#web/lib/toast.ts'
import { useAction } from '#web/lib/use-action.ts'

type Entries = typeof import('./episode-menu-entries.tsx')

/**
 * Button with a menu for the queue and the marks of an episode. The code of the menu is loaded when it is first opened. On a card, the menu is
 * below the card's last row, which is positioned, since a phone has no room for it below the button.
 */
export function EpisodeMenu({ episode, isOnCard = false }: { episode: Podcast; isOnCard?: boolean }) {
  const [module, setModule] = useState<Entries>()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { busy, run: open } = useAction(
    async () => {
      setModule(await import('./episode-menu-entries.tsx'))
      setIsOpen(true)
    },
    () => toast.error('The menu could not be loaded. Check your connection.'),
  )

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }
  useBackCloses(isOpen, close)
  useEffect(() => {
    if (!isOpen) return
    return listen(document, 'pointerdown', ({ target }) => !frame.current?.contains(target as Node) && setIsOpen(false))
  }, [isOpen])

  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && isOpen && close()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from the buttons in it.
    <div ref={frame} className={classNames('noscript:hidden', !isOnCard && 'relative')} onKeyDown={closeOnEscape}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={busy}
        onClick={() => (isOpen ? close() : void open())}
        className="grid size-11 place-items-center rounded-full text-soft hover:bg-paper-2 hover:text-ink disabled:opacity-55 in-[.on-dark]:text-haze in-[.on-dark]:hover:bg-white/10 in-[.on-dark]:hover:text-moon"
      >
        <EllipsisVertical aria-hidden className="size-5" />
        <span className="sr-only">More for {episode.title}</span>
      </button>
      {isOpen && module && <module.EpisodeMenuEntries id={id} episode={episode} isOnCard={isOnCard} onDone={close} />}
    </div>
  )
}
