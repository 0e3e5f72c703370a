import { ErrorCallout } from '#web/ui/callout.tsx'

/** What is wrong with the whole of a form. It is announced when it appears. */
export function FormProblems({ sentences }: { sentences: string[] }) {
  return (
    <div role="alert" className="empty:hidden">
      {sentences.length > 0 && (
        <ErrorCallout className="gap-1">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </ErrorCallout>
      )}
    </div>
  )
}
