import { z } from 'zod'
import { LANGUAGES } from './language-names.ts'

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
