import X from 'lucide-react/icons/x'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** A dialog's title and close button. */
export function DialogHeader({
  title,
  description,
  hideTitle = false,
}: {
  title: ReactNode
  description?: ReactNode
  hideTitle?: boolean
}) {
  return (
    <div className="flex items-start gap-4 border-rule border-b px-5 py-3 sm:px-7">
      <div className={classNames('min-w-0 flex-1 py-2', hideTitle && 'sr-only')}>
        <Dialog.Title className="text-2xl outline-none" asChild={typeof title !== 'string'}>
          {title}
        </Dialog.Title>
        {description != null && <Dialog.Description className="mt-1 text-base text-soft">{description}</Dialog.Description>}
      </div>
      <Dialog.Close
        aria-label="Close"
        className="-mr-2.5 ml-auto grid size-11 shrink-0 place-items-center rounded-control text-soft hover:bg-paper-2 hover:text-ink"
      >
        <X aria-hidden className="size-6" />
      </Dialog.Close>
    </div>
  )
}
