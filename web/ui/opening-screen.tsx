import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** Covers the page while the code of what will open is still on its way. */
export function OpeningScreen({ onClose }: { onClose: () => void }) {
  return (
    <div className="on-dark fixed inset-0 z-50 grid animate-fade place-content-center justify-items-center gap-6 bg-night/95 text-moon">
      <p role="status" className="flex items-center gap-3 font-semibold text-lg">
        <Spinner className="size-7 text-lamp-2" />
        Loading
      </p>
      <Button variant="outline-light" size="small" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
