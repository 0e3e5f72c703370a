import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { categoryColor } from '#web/lib/category-color.ts'
import { classNames } from '#web/lib/class-names.ts'
import type { Episode } from '#web/listening/player/playback/use-source.ts'
import { Description } from '#web/ui/description.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import { Modal } from '#web/ui/modal.tsx'

/** Expanded player: full screen on phones, a sheet on larger screens. Closing the player does not stop playback. */
export function NowPlaying({
  open,
  opened: { kind, item },
  onClose,
  onKeyDown,
  onFocusBack,
  below,
  children,
}: {
  open: boolean
  opened: Episode
  onClose: () => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Called when the player closes, to return the focus to the button that expanded the player */
  onFocusBack: () => void
  /** Content below the episode's description */
  below: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <Modal
      open={open}
      // The sheet receives the focus instead of a button, so that the space bar toggles playback.
      focusSheet
      onClose={onClose}
      onKeyDown={onKeyDown}
      onFocusBack={onFocusBack}
      aria-labelledby={titleId}
      className={classNames(
        'on-dark fixed inset-0 flex flex-col overflow-y-auto overscroll-contain text-moon shadow-float',
        'pt-[env(safe-area-inset-top)] pb-[max(1rem,env(safe-area-inset-bottom))] data-[state=closed]:animate-rise-out data-[state=open]:animate-rise',
        'sm:m-auto sm:h-fit sm:max-h-[96dvh] sm:w-[calc(100%-3rem)] sm:max-w-3xl sm:rounded-[4px] sm:pb-7 [@media(height<30rem)]:pb-3',
        'bg-[linear-gradient(180deg,rgb(23_28_40/0.3),rgb(23_28_40/0.82)_70%)]',
        categoryColor(item.categories),
      )}
    >
      <div className="flex items-center justify-between gap-4 px-5 py-3 sm:px-8 [@media(height<30rem)]:py-0">
        <h2 id={titleId} className="text-title-sm">
          Now Playing
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Close"
          title="Close and keep playing"
          className="-mr-2.5 grid size-11 shrink-0 place-items-center rounded-control hover:bg-white/10"
        >
          <ChevronDown aria-hidden className="size-7" />
        </button>
      </div>
      <div className="flex flex-1 flex-col gap-x-9 gap-y-5 px-5 pt-1 sm:flex-row sm:items-center sm:px-8 sm:pt-3">
        <div
          className={classNames(
            '@container mx-auto shrink-0 overflow-hidden rounded-control bg-night-2 shadow-cover',
            kind === 'audiobook'
              ? 'aspect-2/3 w-[max(4.75rem,min(66%,13.5rem,(100dvh-29.5rem)*2/3))] sm:w-[min(27%,12rem,40dvh)]'
              : 'aspect-square w-[max(7rem,min(100%,20rem,100dvh-29.5rem))] sm:w-[min(40%,18rem,60dvh)]',
          )}
        >
          <ItemCover loading="first" item={item} label="" sizes="(min-width: 40rem) 288px, 320px" />
        </div>
        <div className="flex min-w-0 flex-1 flex-col max-sm:justify-end">
          <h3
            lang={item.language ?? undefined}
            dir="auto"
            className="line-clamp-3 text-title-lg [overflow-wrap:anywhere] md:text-title-xl [@media(height<30rem)]:line-clamp-1 [@media(height<30rem)]:text-title-sm"
          >
            {item.title}
          </h3>
          <p
            dir="auto"
            className="mt-1.5 line-clamp-2 text-haze [overflow-wrap:anywhere] [@media(height<30rem)]:mt-0.5 [@media(height<30rem)]:line-clamp-1"
          >
            {item.host}
          </p>
          {children}
        </div>
      </div>
      <Description
        title={kind === 'audiobook' ? 'About this book' : 'About this episode'}
        text={item.description}
        language={item.language}
        className="mx-5 mt-3 border-white/15 border-t sm:mx-8 sm:mt-5"
      />
      {below}
    </Modal>
  )
}
