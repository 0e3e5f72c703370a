import X from 'lucide-react/icons/x'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { scrollFocusedIntoView, useReturnFocus } from './dialog-focus.ts'

const WIDTHS = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' } as const

export const OVERLAY = 'fixed inset-0 z-50 bg-night/70 data-[state=open]:animate-fade data-[state=closed]:animate-fade-out'

/** Position of a dialog: at the bottom of a phone's screen, centred on larger screens */
export const SHEET = classNames(
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col bg-paper text-ink shadow-float outline-none',
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:rounded-[4px]',
  'data-[state=open]:animate-rise data-[state=closed]:animate-rise-out',
)

type Content = { open: boolean; onClose: () => void; description?: ReactNode; hideTitle?: boolean; children: ReactNode }

/** Dialog that closes on Escape, by its close button and by a click outside; focus returns to the element that was focused before. */
export function Dialog({ width = 'medium', ...content }: Content & { title: string; width?: keyof typeof WIDTHS }) {
  return <DialogFrame {...content} focus={useReturnFocus()} className={classNames(SHEET, WIDTHS[width])} />
}

/**
 * Frame of a dialog, with its title and close button. `className` positions it on the screen; `focus` handles focus on opening and closing.
 */
export function DialogFrame({
  open,
  onClose,
  focus,
  title,
  description,
  hideTitle = false,
  className,
  bodyClassName,
  children,
}: Content & {
  focus: Record<'onOpenAutoFocus' | 'onCloseAutoFocus', (event: Event) => void>
  title: ReactNode
  className: string
  bodyClassName?: string
}) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...focus}
          onFocus={scrollFocusedIntoView}
          onInteractOutside={(event) => isAbove(event.target) && event.preventDefault()}
          onEscapeKeyDown={(event) => isAbove(event.target) && event.preventDefault()}
          className={className}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <div className="flex items-start gap-4 border-rule border-b px-5 py-3 sm:px-7">
            <div className={classNames('min-w-0 flex-1 py-2', hideTitle && 'sr-only')}>
              <Radix.Title className="text-2xl outline-none" asChild={typeof title !== 'string'}>
                {title}
              </Radix.Title>
              {description != null && <Radix.Description className="mt-1 text-base text-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mr-2.5 ml-auto grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-paper-2 hover:text-ink"
            >
              <X aria-hidden className="size-6" />
            </Radix.Close>
          </div>
          <div
            className={classNames(
              'overflow-y-auto overscroll-contain px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-7 sm:py-6',
              bodyClassName,
            )}
          >
            {children}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Returns whether an event's target is above dialogs, such as a toast, the viewer or the opening screen. */
function isAbove(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-above-dialogs], .toast') !== null
}
