import { classNames } from '#web/lib/class-names.ts'
import { Callout, ErrorCallout } from '#web/ui/callout.tsx'

/** Errors that concern a whole form, announced when they appear. */
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

/** Notice that a draft was restored, with a button that discards the draft. `without` names the values that could not be restored. */
export function RestoredDraftNotice({
  without,
  className,
  discard = 'Discard draft',
  disabled,
  onDiscard,
}: {
  without?: string
  className?: string
  /** Label of the discard button */
  discard?: string
  disabled?: boolean
  onDiscard?: () => void
}) {
  return (
    <Callout
      role="status"
      className={classNames('flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2 text-base', className)}
    >
      <p>Your unsaved changes were restored.{without && ` ${without} have to be ${without === 'Files' ? 'chosen' : 'entered'} again.`}</p>
      {onDiscard && (
        <button type="button" disabled={disabled} onClick={onDiscard} className="min-h-11 text-link">
          {discard}
        </button>
      )}
    </Callout>
  )
}
