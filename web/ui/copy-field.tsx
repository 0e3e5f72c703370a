import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useId, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** Field with a URL to copy. The URL can be copied with a button, or selected if clipboard access is denied or JavaScript is disabled. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [isCopied, setIsCopied] = useState(false)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)

  function copy() {
    field.current?.select()
    // Browsers deny clipboard access on pages without TLS; the URL is then selected.
    navigator.clipboard?.writeText(value).then(
      () => setIsCopied(true),
      () => undefined,
    )
  }

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm text-soft">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          type="text"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-white px-3 text-base text-ellipsis"
        />
        <Button variant="outline" size="small" onClick={copy} className="noscript:hidden shrink-0">
          {isCopied ? <Check aria-hidden className="size-4.5 text-leaf" /> : <Copy aria-hidden className="size-4.5" />}
          <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
        </Button>
      </div>
    </div>
  )
}
