import { languageName } from '#contracts/catalogue/language-names.ts'

/** Returns the name of an item's language. False for English, the language of the site: only another one matters before an item is opened. */
export function otherLanguage(language: string | null): string | false {
  return language !== null && !/^en\b/.test(language) && languageName(language)
}
