import { Button } from '#web/ui/button.tsx'

/** The episode can't be played. Playback also resumes when the connection is back. */
export function PlayFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-white/10 py-2 pr-2 pl-4"
    >
      <p className="text-base leading-snug">The episode could not be played. Is there a connection?</p>
      <Button variant="outline-light" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
