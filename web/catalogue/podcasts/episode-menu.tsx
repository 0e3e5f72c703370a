import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useId, useRef, useState } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

/**
 * Button with a menu for the queue and the marks of an episode. The code of the menu is loaded when it is first opened. On a card, the menu is
 * below the card's last row, which is positioned, since a phone has no room for it below the button.
 */
export function EpisodeMenu({ episode, isOnCard = false }: { episode: Podcast; isOnCard?: boolean }) {
  const { module, request } = useOnDemand(() => import('./episode-menu-entries.tsx'), 'The menu')
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)

  async function toggle() {
    if (await request()) setIsOpen(!isOpen)
  }

  return (
    <div className={classNames('noscript:hidden', !isOnCard && 'relative')}>
      <button
        ref={button}
        type="button"
        title="Queue and marks"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
        className="grid size-11 place-items-center rounded-full text-soft hover:bg-paper-2 hover:text-ink in-[.on-dark]:text-haze in-[.on-dark]:hover:bg-white/10 in-[.on-dark]:hover:text-moon"
      >
        <EllipsisVertical aria-hidden className="size-5" />
        <span className="sr-only">
          More for <bdi lang={episode.language ?? undefined}>{episode.title}</bdi>
        </span>
      </button>
      {isOpen && module && (
        <module.EpisodeMenuEntries id={id} episode={episode} isOnCard={isOnCard} button={button} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}
