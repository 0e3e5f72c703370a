import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { ItemCover } from '#web/ui/item-cover.tsx'

/** Minimized player at the bottom of the page, with a spacer that prevents it from covering the end of the page. */
export function Dock({
  item,
  note,
  progress,
  expandRef,
  onExpand,
  onClose,
  onKeyDown,
  children,
}: {
  item: Podcast
  note: string
  /** From 0 to 1 */
  progress: number
  expandRef: Ref<HTMLButtonElement>
  onExpand: () => void
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  return (
    <>
      <div aria-hidden className="dock-space" />
      <section
        aria-label="Player"
        data-dock
        onKeyDown={onKeyDown}
        className="on-dark fixed inset-x-0 bottom-0 z-30 animate-rise bg-night pb-[env(safe-area-inset-bottom)] text-moon shadow-float"
      >
        <div aria-hidden className="h-[3px] bg-white/15">
          <div className="h-full origin-left bg-lamp-2" style={{ transform: `scaleX(${progress})` }} />
        </div>
        <div className="mx-auto flex h-[calc(4.5rem-3px)] max-w-[1200px] items-center gap-2 px-3 sm:gap-3 md:px-8">
          <button
            ref={expandRef}
            type="button"
            onClick={onExpand}
            className="group flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control text-left"
          >
            <span className="@container relative block size-[min(3rem,15vw)] shrink-0 overflow-hidden rounded-control bg-night-2">
              <ItemCover loading="first" item={item} label="" sizes="48px" />
              <span aria-hidden className="absolute inset-0 grid place-items-center bg-night/45 sm:hidden">
                <ChevronUp className="size-7" />
              </span>
            </span>
            <span className="min-w-0 flex-1">
              <span className="sr-only">Open the player: </span>
              <span
                lang={item.language ?? undefined}
                dir="auto"
                className="block truncate font-medium font-serif text-md leading-snug group-hover:underline"
              >
                {item.title}
              </span>
              <span className="block truncate text-sm text-haze tabular-nums leading-snug">{note}</span>
            </span>
            <ChevronUp aria-hidden className="size-6 shrink-0 text-haze group-hover:text-moon max-sm:hidden" />
          </button>
          {children}
          <button
            type="button"
            aria-label="Close the player"
            onClick={onClose}
            className="grid size-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-full text-haze hover:bg-white/10 hover:text-moon"
          >
            <X aria-hidden className="size-6" />
          </button>
        </div>
      </section>
    </>
  )
}
