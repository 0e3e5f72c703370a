import { useState } from 'react'

/** Copies a text. Browsers deny clipboard access on pages without TLS: then the text has to be displayed for selection. */
export function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async () => {
    try {
      // `navigator.clipboard` is undefined on pages without TLS.
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return { state, copy }
}
