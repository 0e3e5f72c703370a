import { parse, stored, write } from '#web/reading/viewer/book/reading-settings.ts'

/* A file of its own, since the reading settings are loaded before the first page of a book. */

/** Speeds of reading aloud, relative to that of the voice */
export const SPEECH_RATES = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const
/** Speed of reading aloud, and the voice for each language by its URI. */
export type Speech = { rate: number; voices: Record<string, string> }

export function parseSpeech(text: string | null): Speech {
  const { rate, voices } = Object(parse(text).speech)
  const named = Object.entries(Object(voices)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { rate: SPEECH_RATES.find((each) => each === rate) ?? 1, voices: Object.fromEntries(named) }
}

export const readSpeech = () => parseSpeech(stored.read())
export const useSpeech = () => parseSpeech(stored.useValue())

export function changeSpeech(changes: Partial<Speech>): void {
  const all = parse(stored.read())
  write({ ...all, speech: { ...parseSpeech(stored.read()), ...changes } })
}
