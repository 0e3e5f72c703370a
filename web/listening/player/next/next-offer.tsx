import SkipForward from 'lucide-react/icons/skip-forward'
import { useId } from 'react'
import { useAccess } from '#web/lib/access/item-access.ts'
import { usePriceLabel } from '#web/lib/access/owned-items.ts'
import { Button } from '#web/ui/button.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import type { NextEpisode } from './next-episode.ts'

/** Offer of the next episode in the expanded player. Its button plays the episode or opens the checkout. */
export function NextOffer({ next: { item, program } }: { next: NextEpisode }) {
  const price = usePriceLabel(item)
  const { verifying, open, intent } = useAccess({ kind: 'podcast', item })
  const titleId = useId()
  const buttonId = useId()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-white/10 p-3">
      <span className="@container block size-[min(3.5rem,18vw)] shrink-0 overflow-hidden rounded-control bg-night-2">
        <ItemCover loading="first" item={item} label="" sizes="56px" />
      </span>
      <div className="min-w-32 flex-1">
        <p className="text-sm text-haze leading-snug">Next in {program}</p>
        <p
          id={titleId}
          lang={item.language ?? undefined}
          dir="auto"
          className="line-clamp-2 font-medium font-serif text-md leading-snug [overflow-wrap:anywhere]"
        >
          {item.title}
        </p>
        <p className="text-sm text-haze tabular-nums leading-snug">
          {item.duration} · {price}
        </p>
      </div>
      <Button id={buttonId} size="small" busy={verifying} aria-labelledby={`${buttonId} ${titleId}`} onClick={open} {...intent}>
        Listen
      </Button>
    </div>
  )
}

/** Button in the docked player that plays the next episode. `onOpen` is called first, so that the player stays docked. */
export function NextButton({ next: { item }, onOpen }: { next: NextEpisode; onOpen: (id: string) => void }) {
  const { verifying, open, intent } = useAccess({ kind: 'podcast', item })
  return (
    <button
      type="button"
      aria-label={`Listen to the next episode, ${item.title}`}
      title="Next episode"
      disabled={verifying}
      onClick={() => {
        onOpen(item.id)
        void open()
      }}
      {...intent}
      className="grid size-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-full bg-lamp-2 text-[#231a08] hover:bg-lamp-hover disabled:opacity-55"
    >
      <SkipForward aria-hidden className="size-5 fill-current" />
    </button>
  )
}
