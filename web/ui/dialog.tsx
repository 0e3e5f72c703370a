import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Modal } from './modal.tsx'

const WIDTHS = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' } as const

/** CSS classes for the position of a dialog: at the bottom of a phone's screen, centered on larger screens */
export const SHEET = classNames(
  'fixed inset-x-0 bottom-0 flex max-h-[92dvh] flex-col bg-paper text-ink shadow-float',
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[88dvh] sm:w-[calc(100%-3rem)] sm:rounded-[4px]',
  'data-[state=open]:animate-rise data-[state=closed]:animate-rise-out',
)

/** Selector of the element to focus on closing if the element that opened a dialog no longer exists */
export const PAGE_TITLE = 'main h1'

type Content = { onClose: () => void; children: ReactNode }

/** Dialog with a title and a close button. */
export function Dialog({
  open,
  title,
  description,
  width = 'medium',
  backCloses,
  onClose,
  children,
}: Content & {
  open: boolean
  title: string
  description?: ReactNode
  width?: keyof typeof WIDTHS
  backCloses?: boolean
}) {
  const id = useId()
  const hasDescription = description != null
  return (
    <Modal
      open={open}
      backCloses={backCloses}
      opener={PAGE_TITLE}
      onClose={onClose}
      aria-labelledby={id}
      aria-describedby={hasDescription ? `${id}-description` : undefined}
      className={classNames(SHEET, WIDTHS[width])}
    >
      <Header onClose={onClose}>
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {hasDescription && (
          <p id={`${id}-description`} className="mt-1 text-base text-soft">
            {description}
          </p>
        )}
      </Header>
      <div className={BODY}>{children}</div>
    </Modal>
  )
}

/**
 * Panel with a child page: at the side of the parent page, or on phones over the whole parent page. The panel is open while it is rendered.
 * Its title is the heading of the page and receives focus. `opener` selects the element that is focused after closing, even after a direct
 * visit.
 */
export function SidePanel({ title, opener, onClose, children }: Content & { title: string; opener: string }) {
  const id = useId()
  return (
    <Modal
      backCloses={false}
      opener={opener}
      onClose={onClose}
      aria-labelledby={id}
      className="fixed inset-y-0 right-0 flex w-full animate-slide flex-col bg-paper text-ink shadow-float sm:w-[min(46rem,calc(100%-4rem))]"
    >
      <Header onClose={onClose}>
        <h1 id={id} tabIndex={-1} data-autofocus className="text-2xl outline-none">
          {title}
        </h1>
      </Header>
      <div className={`${BODY} flex-1`}>{children}</div>
    </Modal>
  )
}

const BODY = 'overflow-y-auto overscroll-contain px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-7 sm:py-6'

function Header({ onClose, children }: Content) {
  return (
    <div className="flex items-start gap-4 border-rule border-b px-5 py-3 sm:px-7">
      <div className="min-w-0 flex-1 py-2">{children}</div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="-mr-2.5 ml-auto grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-paper-2 hover:text-ink"
      >
        <X aria-hidden className="size-6" />
      </button>
    </div>
  )
}
