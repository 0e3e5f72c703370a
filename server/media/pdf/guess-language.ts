import { franc } from 'franc'

/** Minimum number of letters of a text whose language is guessed. */
const LEAST_LETTERS = 300
/** Number of characters from which the language is guessed. */
export const LANGUAGE_SAMPLE = 20_000

/**
 * Languages that are guessed, by the codes of ISO 639-3: those that readers in southern Africa meet. Related languages of other regions would
 * be mistaken for them: a paragraph of Shona for Rundi.
 */
const KNOWN = [
  'eng',
  'sna',
  'zul',
  'xho',
  'nya',
  'tsn',
  'tso',
  'ven',
  'bem',
  'afr',
  'swh',
  'fra',
  'por',
  'spa',
  'deu',
  'nld',
  'ita',
  'rus',
  'arb',
  'cmn',
  'jpn',
  'kor',
  'hin',
]

/**
 * Languages that differ too little for a guess, with the one that is guessed: Ndebele, which the guesser does not know, is nearly Zulu, and
 * readers in Zimbabwe write Ndebele.
 */
const NEAR: Record<string, string> = { zul: 'nd', xho: 'nd' }

/** Returns the tag of the language that a text is most likely in; null if the text is too short. */
export function guessLanguage(text: string): string | null {
  const sample = text.slice(0, LANGUAGE_SAMPLE)
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < LEAST_LETTERS) return null
  const code = franc(sample, { only: KNOWN })
  return code === 'und' ? null : (NEAR[code] ?? Intl.getCanonicalLocales(code)[0] ?? null)
}
