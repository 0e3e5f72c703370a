import { useSyncExternalStore } from 'react'
import { listen } from '#web/lib/browser-events.ts'

/** Errors of a voice that was silenced on purpose */
const SILENCED = ['canceled', 'interrupted']

/** Kept while it is said: a browser that drops it says nothing of its end. */
let utterance: SpeechSynthesisUtterance | undefined

const synthesis = () => ('speechSynthesis' in window ? window.speechSynthesis : undefined)

/** Says a text. Resolves at its end, and to false when there was no voice for it. A voice on the device costs no data. */
export function speak(text: string, language: string): Promise<boolean> {
  return new Promise((resolve) => {
    const voices = synthesis()?.getVoices() ?? []
    const spoken = new SpeechSynthesisUtterance(text)
    const fitting = voices.filter(({ lang }) => lang.replace('_', '-').toLowerCase().startsWith(language.toLowerCase()))
    spoken.lang = language
    spoken.voice = fitting.find(({ localService }) => localService) ?? fitting[0] ?? null
    spoken.addEventListener('end', () => resolve(true))
    spoken.addEventListener('error', ({ error }) => resolve(SILENCED.includes(error)))
    utterance = spoken
    synthesis()?.speak(utterance)
  })
}

export function silence(): void {
  utterance = undefined
  synthesis()?.cancel()
}

const subscribe = (listener: () => void) => {
  const voices = synthesis()
  return voices ? listen(voices, 'voiceschanged', listener) : () => {}
}

/** Whether the browser has a voice. Some know theirs only after a while. */
export function useHasVoice(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => (synthesis()?.getVoices().length ?? 0) > 0,
    () => false,
  )
}

/** A language that browsers understand: what a file says may be anything. */
export function knownLanguage(language: string | null): string {
  try {
    return Intl.getCanonicalLocales(language ?? 'en')[0] ?? 'en'
  } catch {
    return 'en'
  }
}
