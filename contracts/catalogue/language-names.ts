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

const TAGS_BY_NAME = new Map(Object.entries(LANGUAGES).map(([tag, name]) => [name.toLowerCase(), tag]))

/** Returns the tag of a language that is given as a tag or by the English name of an offered language; undefined for other texts. */
export function readLanguage(text: string): string | undefined {
  return canonicalLanguage(TAGS_BY_NAME.get(text.trim().toLowerCase()) ?? text)
}

/** Returns the canonical form of a language tag (BCP 47), such as `pt-BR` for `PT-br`; undefined if the text is not a tag. */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag.trim().replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** Returns the primary language of a tag, such as `pt` for `pt-BR`; undefined if the text is not a tag. */
export function primaryLanguage(tag: string): string | undefined {
  return canonicalLanguage(tag)?.split('-')[0]
}

/** Returns the English name of a language; the tag if the name is unknown. */
export function languageName(tag: string): string {
  if (LANGUAGES[tag]) return LANGUAGES[tag]
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
