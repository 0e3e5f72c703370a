import type { ReactNode } from 'react'
import { useLazyModule } from '#web/lib/use-lazy-module.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** Part of the page whose code is loaded on first render. A failure is displayed in its position, with a retry button. */
export function LazyPart<Module extends object>({
  load,
  frame = (state) => state,
  children,
}: {
  load: () => Promise<Module>
  /** Renders the container around the loading and failure states */
  frame?: (state: ReactNode) => ReactNode
  children: (module: Module) => ReactNode
}) {
  const { module, failed, retry } = useLazyModule(load)
  if (module) return children(module)
  return frame(failed ? <Failure onRetry={retry} /> : <Loading />)
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <p role="alert">This could not be loaded. Check your connection.</p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <p role="status" className="flex min-h-11 items-center gap-3 py-3 font-semibold">
      <Spinner className="text-lamp" />
      Loading
    </p>
  )
}
