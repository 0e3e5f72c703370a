import { z } from 'zod'
import { readLanguage } from './language-names.ts'

/** Language of an item in a request: a language tag, or the English name of one of the offered languages, as in tables. */
export const Language = z
  .string()
  .trim()
  .max(40, 'Enter a language tag of at most 40 characters.')
  .transform((text) => readLanguage(text) ?? '')
  .refine((tag) => tag !== '', 'Enter a language, such as Shona, or its tag, such as sn or pt-BR.')
