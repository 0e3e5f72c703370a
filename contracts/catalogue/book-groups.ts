import { z } from 'zod'

/** Language of public books, by its primary tag: books in `pt` and `pt-BR` are both in `pt`. */
export const BookLanguage = z.object({
  language: z.string().meta({ description: 'Primary language of the books, a language tag such as en' }),
  books: z.int().meta({ description: 'Number of public books in this language and its variants' }),
})
export type BookLanguage = z.infer<typeof BookLanguage>
