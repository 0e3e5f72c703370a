import type { ReactNode } from 'react'
import { classNames } from '#web/lib/class-names.ts'
import { Callout, ErrorCallout } from '#web/ui/callout.tsx'

/** Errors of a form as a whole, announced when they appear. */
export function FormProblems({ messages }: { messages: string[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {messages.length > 0 && (
        <ErrorCallout className="gap-1">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </ErrorCallout>
      )}
    </div>
  )
}

/** Notice that a draft was restored, except for `without`. Its children are actions. */
export function RestoredDraftNotice({ without, className, children }: { without?: string; className?: string; children?: ReactNode }) {
  return (
    <Callout
      role="status"
      className={classNames('flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-base', className)}
    >
      <p>Your unsaved changes were restored.{without && ` ${without} have to be ${without === 'Files' ? 'chosen' : 'entered'} again.`}</p>
      {children}
    </Callout>
  )
}
