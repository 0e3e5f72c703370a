import { ErrorCallout } from '#web/ui/callout.tsx'

/** Errors of a form as a whole. They are announced when they appear. */
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
