import { useSyncExternalStore } from 'react'
import { canonicalLanguage } from '#contracts/catalogue/language-names.ts'
import { listen } from '#web/lib/browser-events.ts'
import type { Speech } from './speech-settings.ts'

/** Error codes of an utterance that was canceled deliberately */
const SILENCED = ['canceled', 'interrupted']
/** Longest time that a voice takes to begin, and to speak a character, in ms: several times that of a slow voice. */
const SILENCE_MS = 10_000
const CHARACTER_MS = 300

/** The current utterance is referenced here, since browsers may garbage-collect it and then fire no `end` event. */
let utterance: SpeechSynthesisUtterance | undefined

const synthesis = () => ('speechSynthesis' in window ? window.speechSynthesis : undefined)

/** Returns the voices that speak a language. Voices on the device come first, since they cost no data, and among these those of the region. */
export function findVoices<Voice extends Pick<SpeechSynthesisVoice, 'lang' | 'localService'>>(
  voices: readonly Voice[],
  language: string,
): Voice[] {
  const wanted = toLocale(language)
  const rate = ({ lang, localService }: Voice) => (localService ? 2 : 0) + (toLocale(lang).region === wanted.region ? 1 : 0)
  return voices.filter(({ lang }) => toLocale(lang).language === wanted.language).sort((one, other) => rate(other) - rate(one))
}

/** Returns the voices of this browser that speak a language. */
export const voicesFor = (language: string) => findVoices(synthesis()?.getVoices() ?? [], language)

/** Returns the language under which the chosen voice for a text is stored: dialects share a voice. */
export const voiceKey = (language: string) => toLocale(language).language

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
export const hasVoiceFor = (language: string) => voicesFor(language).length > 0

/**
 * Speaks a text. Resolves to true at its end, and to false when no voice could speak it: some voices neither begin nor end, and report no
 * error. The chosen voice is replaced by another one of the language if the device has it no longer.
 */
export function speak(text: string, language: string, { rate, voices: chosen }: Speech): Promise<boolean> {
  const voices = synthesis()
  const able = voicesFor(language)
  const voice = able.find(({ voiceURI }) => voiceURI === chosen[voiceKey(language)]) ?? able[0]
  if (!voices || !voice) return Promise.resolve(false)
  const spoken = new SpeechSynthesisUtterance(text)
  spoken.lang = voice.lang
  spoken.voice = voice
  spoken.rate = rate
  return new Promise((resolve) => {
    const timer = setTimeout(end, SILENCE_MS + (text.length * CHARACTER_MS) / Math.min(rate, 1), false)
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

/** Rerenders when the voices of the browser change, which some browsers load after a delay. Returns those that speak a language. */
export function useVoicesFor(language: string): SpeechSynthesisVoice[] {
  useSyncExternalStore(
    subscribe,
    () => synthesis()?.getVoices().length ?? 0,
    () => 0,
  )
  return voicesFor(language)
}

/** Returns whether the browser has a voice. */
export function useHasVoice(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => (synthesis()?.getVoices().length ?? 0) > 0,
    () => false,
  )
}

/** Returns a valid language tag, since the language stated in a PDF file may be any string. */
export const knownLanguage = (language: string | null): string => canonicalLanguage(language ?? '') ?? 'en'
