import { canonicalLanguage } from '#contracts/catalogue/language-names.ts'

/** Scripts that are written from right to left */
const RIGHT_TO_LEFT = ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr']

/** Returns the attributes `lang` and `dir` of a text, beginning with a space. The direction of an unknown language is that of its letters. */
export function textAttributes(language: string | null): string {
  const tag = language === null ? undefined : canonicalLanguage(language)
  if (tag === undefined) return ' dir="auto"'
  const { script = '' } = new Intl.Locale(tag).maximize()
  return ` lang="${tag}" dir="${RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr'}"`
}
