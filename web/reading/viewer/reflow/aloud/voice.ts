import { useSyncExternalStore } from 'react'
import { canonicalLanguage } from '#contracts/catalogue/language-names.ts'
import { listen } from '#web/lib/browser-events.ts'

/** Error codes of an utterance that was canceled deliberately */
const SILENCED = ['canceled', 'interrupted']
/** Longest time that a voice takes to begin, and to speak a character, in ms: several times that of a slow voice. */
const SILENCE_MS = 10_000
const CHARACTER_MS = 300

/** The current utterance is referenced here, since browsers may garbage-collect it and then fire no `end` event. */
let utterance: SpeechSynthesisUtterance | undefined

const synthesis = () => ('speechSynthesis' in window ? window.speechSynthesis : undefined)

/** Returns a voice that speaks a language. Prefers voices on the device, which cost no data, and among these one of the same region. */
export function findVoice<Voice extends Pick<SpeechSynthesisVoice, 'lang' | 'localService'>>(
  voices: readonly Voice[],
  language: string,
): Voice | undefined {
  const wanted = toLocale(language)
  const rate = ({ lang, localService }: Voice) => (localService ? 2 : 0) + (toLocale(lang).region === wanted.region ? 1 : 0)
  return voices.filter(({ lang }) => toLocale(lang).language === wanted.language).sort((one, other) => rate(other) - rate(one))[0]
}

/** Languages whose voices read each other's texts, under several names */
const SAME: Record<string, string> = { nb: 'no', nn: 'no', cmn: 'zh', fil: 'tl' }

/** Returns language and region of a language tag, which Android spells with underscores, such as `en_US`. */
function toLocale(tag: string): { language: string; region: string | undefined } {
  try {
    const { language, region } = new Intl.Locale(tag.replaceAll('_', '-'))
    return { language: SAME[language] ?? language, region }
  } catch {
    return { language: '', region: undefined }
  }
}

/** Returns whether a voice of the device speaks a language. */
export const hasVoiceFor = (language: string) => findVoice(synthesis()?.getVoices() ?? [], language) !== undefined

/**
 * Speaks a text. Resolves to true at its end, and to false when no voice could speak it: some voices neither begin nor end, and report no
 * error.
 */
export function speak(text: string, language: string): Promise<boolean> {
  const voices = synthesis()
  const voice = voices && findVoice(voices.getVoices(), language)
  if (!voice) return Promise.resolve(false)
  const spoken = new SpeechSynthesisUtterance(text)
  spoken.lang = voice.lang
  spoken.voice = voice
  return new Promise((resolve) => {
    const timer = setTimeout(end, SILENCE_MS + text.length * CHARACTER_MS, false)
    function end(wasSaid: boolean) {
      clearTimeout(timer)
      resolve(wasSaid)
    }
    spoken.addEventListener('end', () => end(true))
    spoken.addEventListener('error', ({ error }) => end(SILENCED.includes(error)))
    utterance = spoken
    // Another page may have paused all voices of the browser.
    voices.resume()
    voices.speak(utterance)
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
export const knownLanguage = (language: string | null): string => canonicalLanguage(language ?? '') ?? 'en'
