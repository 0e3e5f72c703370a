import { Button, ButtonLink } from '#web/ui/button.tsx'

export function LoadFailure({
  failure,
  noun,
  gone,
  back,
  onRetry,
}: {
  failure: 'gone' | 'unreachable'
  noun: string
  gone: string
  back: string
  onRetry: () => void
}) {
  return (
    <div className="py-12 text-center">
      <p className="mb-5">{failure === 'gone' ? gone : `The ${noun} could not be loaded. Check the connection and try again.`}</p>
      <div className="flex justify-center gap-3">
        {failure === 'unreachable' && (
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        )}
        <ButtonLink to={back} variant="outline" size="small">
          Back to the list
        </ButtonLink>
      </div>
    </div>
  )
}
