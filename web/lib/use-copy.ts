import { useState } from 'react'

/** Copies a text. Browsers refuse the clipboard on pages without TLS: then the text has to be shown for selecting. */
export function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return { state, copy }
}
