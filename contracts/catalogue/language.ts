import { z } from 'zod'

/** Languages that forms offer first, by their tags. The readers' own languages come first. */
export const LANGUAGES: Record<string, string> = {
  en: 'English',
  sn: 'Shona',
  nd: 'Ndebele',
  ny: 'Chewa',
  ts: 'Tsonga',
  tn: 'Tswana',
  ve: 'Venda',
  xh: 'Xhosa',
  zu: 'Zulu',
  af: 'Afrikaans',
  ar: 'Arabic',
  fr: 'French',
  pt: 'Portuguese',
  sw: 'Swahili',
}

/** Returns the canonical form of a language tag (BCP 47), such as `pt-BR` for `PT-br`; undefined if the text is not a tag. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

const TAGS_BY_NAME = new Map(Object.entries(LANGUAGES).map(([tag, name]) => [name.toLowerCase(), tag]))

/** Language of an item in a request: a language tag, or the English name of one of the offered languages, as in tables. */
export const Language = z
  .string()
  .trim()
  .max(40, 'Enter a language tag of at most 40 characters.')
  .transform((text) => canonicalLanguage(TAGS_BY_NAME.get(text.toLowerCase()) ?? text) ?? '')
  .refine((tag) => tag !== '', 'Enter a language, such as Shona, or its tag, such as sn or pt-BR.')

/** Returns the English name of a language; the tag if the name is unknown. */
export function languageName(tag: string): string {
  if (LANGUAGES[tag]) return LANGUAGES[tag]
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
