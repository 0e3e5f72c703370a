import { useSyncExternalStore } from 'react'
import { listen } from '#web/lib/browser-events.ts'

/** Error codes of an utterance that was canceled deliberately */
const SILENCED = ['canceled', 'interrupted']

/** The current utterance is referenced here, since browsers may garbage-collect it and then fire no `end` event. */
let utterance: SpeechSynthesisUtterance | undefined

const synthesis = () => ('speechSynthesis' in window ? window.speechSynthesis : undefined)

/**
 * Speaks a text. Resolves to true at its end, and to false when no voice could speak it. Prefers voices on the device, which cost no data.
 */
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

/** Returns whether the browser has a voice. Some browsers load their voices after a delay. */
export function useHasVoice(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => (synthesis()?.getVoices().length ?? 0) > 0,
    () => false,
  )
}

/** Returns a valid language tag, since the language stated in a PDF file may be any string. */
export function knownLanguage(language: string | null): string {
  try {
    return Intl.getCanonicalLocales(language ?? 'en')[0] ?? 'en'
  } catch {
    return 'en'
  }
}
