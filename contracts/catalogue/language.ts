import { z } from 'zod'
import { canonicalLanguage, LANGUAGES } from './language-names.ts'

const TAGS_BY_NAME = new Map(Object.entries(LANGUAGES).map(([tag, name]) => [name.toLowerCase(), tag]))

/** Language of an item in a request: a language tag, or the English name of one of the offered languages, as in tables. */
export const Language = z
  .string()
  .trim()
  .max(40, 'Enter a language tag of at most 40 characters.')
  .transform((text) => canonicalLanguage(TAGS_BY_NAME.get(text.toLowerCase()) ?? text) ?? '')
  .refine((tag) => tag !== '', 'Enter a language, such as Shona, or its tag, such as sn or pt-BR.')
